import { Box, Flex, LinkBox, LinkOverlay, SimpleGrid, Skeleton, Text } from '@chakra-ui/react'
import type { IconType } from 'react-icons'
import { LuArrowRight, LuCircleCheckBig, LuCoins, LuQrCode } from 'react-icons/lu'
import { Link } from 'react-router'
import { formatNumber } from '#client/core/format/number.ts'
import { useRead } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { useViewer } from '#client/core/session/use-viewer.ts'
import { Panel } from '#client/ui/layout/panel.tsx'
import { activationContract } from '#shared/activation/contract.ts'
import { billingContract } from '#shared/billing/contract.ts'
import { orderContract } from '#shared/order/contract.ts'
import { ConfirmEmail } from './confirm-email.tsx'
import { useCountUp } from './count-up.ts'

/** Codes generated, activated and left. Loaded when the e-mail is confirmed. */
export function CountCards() {
  const t = useText('insights')
  const enabled = useViewer()?.emailConfirmed === true
  const generated = useRead(orderContract.total, {}, { enabled })
  const activated = useRead(activationContract.totalActivated, {}, { enabled })
  const balance = useRead(billingContract.balance, {}, { enabled, quiet: true })
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
      {cards.map(({ read, ...card }) => (
        <CountCard key={card.to} isError={read.isError} {...card} />
      ))}
    </SimpleGrid>
  )
}

type Props = { label: string; isError: boolean; value: number | undefined; to: string; icon: IconType }

function CountCard({ label, isError, value, to, icon: Icon }: Props) {
  const shown = useCountUp(value)
  return (
    <LinkBox asChild>
      <Panel as="div" _hover={{ borderColor: 'primary.solid' }} data-count={to}>
        <Flex justify="space-between" align="center" gap="3" color="fg.muted">
          <LinkOverlay asChild>
            <Link to={to}>{label}</Link>
          </LinkOverlay>
          <Icon aria-hidden size="20" />
        </Flex>
        <Flex justify="space-between" align="end" gap="3" marginTop="2">
          {value === undefined || shown === undefined ? (
            isError ? (
              '—'
            ) : (
              <Skeleton height="9" width="24" />
            )
          ) : (
            <Text textStyle="3xl" fontFamily="heading" fontWeight="600" fontVariantNumeric="tabular-nums">
              {/* Screen readers read the final number once. */}
              <Box as="span" srOnly>
                {formatNumber(value)}
              </Box>
              <span aria-hidden="true">{formatNumber(shown)}</span>
            </Text>
          )}
          <LuArrowRight aria-hidden />
        </Flex>
      </Panel>
    </LinkBox>
  )
}
