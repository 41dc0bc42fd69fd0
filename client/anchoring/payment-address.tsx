import { chakra, Flex, IconButton } from '@chakra-ui/react'
import { Suspense, useState } from 'react'
import { LuQrCode } from 'react-icons/lu'
import { useText } from '#client/core/i18n/i18n.ts'
import { CopyButton } from '#client/ui/feedback/copy-button.tsx'
import { lazyComponent } from '#client/ui/layout/lazy-component.ts'
import type { ChainView } from '#shared/anchoring/chains-contract.ts'
import { paymentFor } from '#shared/anchoring/payment.ts'

// Loaded when needed: no other part of the page uses its encoder of QR codes.
const PayDialog = lazyComponent(() => import('./pay-dialog.tsx'))
const days = 365

/** The address that pays the fees, to copy or to scan with a wallet. */
export function PaymentAddress({ view, address }: { view: ChainView; address: string }) {
  const t = useText('chains')
  const [isOpen, setOpen] = useState(false)
  const payment = paymentFor(view, days)
  return (
    <Flex columnGap="1" align="start" direction={{ base: 'column', md: 'row' }}>
      <chakra.code overflowWrap="anywhere" textStyle="sm" paddingTop="0.5">
        {address}
      </chakra.code>
      <Flex gap="1" flexShrink="0" marginInlineStart={{ base: '-2', md: '0' }}>
        <CopyButton text={address} label={t('copy')} done={t('copied')} />
        {payment && (
          <IconButton size="xs" variant="ghost" aria-label={t('pay')} title={t('pay')} onClick={() => setOpen(true)}>
            <LuQrCode />
          </IconButton>
        )}
      </Flex>
      {isOpen && payment && (
        <Suspense>
          <PayDialog chain={view.chain} address={address} payment={payment} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Flex>
  )
}
