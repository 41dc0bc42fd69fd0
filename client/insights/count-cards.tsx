import { Box, SimpleGrid } from '@chakra-ui/react'
import { LuArrowRight, LuCircleCheckBig, LuCoins, LuQrCode } from 'react-icons/lu'
import { formatNumber } from '#client/core/format/number.ts'
import { useRead } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { useViewer } from '#client/core/session/use-viewer.ts'
import { activationContract } from '#shared/activation/contract.ts'
import { billingContract } from '#shared/billing/contract.ts'
import { orderContract } from '#shared/order/contract.ts'
import { ConfirmEmail } from './confirm-email.tsx'
import { CountCard } from './count-card.tsx'
import { useCountUp } from './count-up.ts'

/** Codes generated, activated and left. Loaded when the e-mail is confirmed. */
export function CountCards() {
  const t = useText('insights')
  const enabled = useViewer()?.emailConfirmed === true
  const generated = useRead(orderContract.total, {}, { enabled, keep: 'generated' })
  const activated = useRead(activationContract.totalActivated, {}, { enabled, keep: 'activated' })
  const balance = useRead(billingContract.balance, {}, { enabled, quiet: true, keep: 'balance' })
  if (!enabled) return <ConfirmEmail />
  const cards = [
    { to: '/generatecode', icon: LuQrCode, label: t('totalGenerated'), read: generated, value: generated.data?.total },
    {
      to: '/activatecode',
      icon: LuCircleCheckBig,
      label: t('totalActivated'),
      read: activated,
      value: activated.data?.total,
    },
    {
      to: '/settings/credit',
      icon: LuCoins,
      label: t('creditBalance'),
      read: balance,
      value: balance.data?.remainingCodes,
    },
  ]
  return (
    <SimpleGrid columns={{ base: 1, md: 3 }} gap="4">
      {cards.map(({ read, value, ...card }) => (
        <CountCard
          key={card.to}
          {...card}
          number={value !== undefined ? <CountedUp value={value} /> : read.isError ? '—' : undefined}
          aside={<LuArrowRight aria-hidden />}
        />
      ))}
    </SimpleGrid>
  )
}

function CountedUp({ value }: { value: number }) {
  const shown = useCountUp(value) ?? 0
  return (
    <>
      {/* Screen readers read the final number once. */}
      <Box as="span" srOnly>
        {formatNumber(value)}
      </Box>
      <span aria-hidden="true">{formatNumber(shown)}</span>
    </>
  )
}
