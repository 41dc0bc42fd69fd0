import { Link as ChakraLink, chakra, Flex, Stack, Text } from '@chakra-ui/react'
import { useText } from '#client/core/i18n/i18n.ts'
import { Dialog } from '#client/ui/dialog/dialog.tsx'
import { CopyButton } from '#client/ui/feedback/copy-button.tsx'
import { amountWithoutCurrency } from '#shared/anchoring/amount.ts'
import type { ChainView } from '#shared/anchoring/chains-contract.ts'
import type { Payment } from '#shared/anchoring/payment.ts'
import { encodeQr, svgPath } from '#shared/label/qr.ts'
import { amountText } from './amount-text.ts'

type Props = { chain: ChainView['chain']; address: string; payment: Payment; onClose: () => void }

/** The address of a chain for a wallet: how much to send, and a QR code. */
export function Component({ chain, address, payment, onClose }: Props) {
  const t = useText('chains')
  const { needed, missing, amount, isBalanceKnown, link } = payment
  const words = (units: bigint) => amountText(chain, `${units}`)
  const textKey = !isBalanceKnown ? 'payUnknown' : missing > 0n ? 'payMissing' : 'payEnough'
  return (
    <Dialog open onClose={onClose} title={t('payTitle')} size="sm">
      <Stack gap="4" align="center" textAlign="center">
        <Stack gap="1">
          <Text>{t('payNeeded', { amount: words(needed) })}</Text>
          <Flex gap="1" align="center" justify="center">
            <Text fontWeight="600">{t(textKey, { amount: words(amount) })}</Text>
            {textKey !== 'payEnough' && (
              <CopyButton
                text={amountWithoutCurrency(chain, `${amount}`)}
                label={t('copyAmount')}
                done={t('copiedAmount')}
              />
            )}
          </Flex>
        </Stack>
        <QrCode text={link} label={t('payCode')} />
        <chakra.code overflowWrap="anywhere" textStyle="sm">
          {address}
        </chakra.code>
        {link !== address && (
          <ChakraLink href={link} textDecoration="underline">
            {t('payWallet')}
          </ChakraLink>
        )}
        <Text color="fg.muted" textStyle="sm">
          {t('payHint')}
        </Text>
      </Stack>
    </Dialog>
  )
}

/** Black on white in every theme: cameras of wallets need the contrast and a light border of four modules. */
function QrCode({ text, label }: { text: string; label: string }) {
  const symbol = encodeQr(text)
  const side = symbol.modules + 8
  return (
    <chakra.svg
      role="img"
      aria-label={label}
      viewBox={`-4 -4 ${side} ${side}`}
      width="full"
      maxWidth="16rem"
      shapeRendering="crispEdges"
      borderRadius="md"
    >
      <rect x="-4" y="-4" width={side} height={side} fill="#fff" />
      <path d={svgPath(symbol)} fill="#000" />
    </chakra.svg>
  )
}
