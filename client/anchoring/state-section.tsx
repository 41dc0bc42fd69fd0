import { Text } from '@chakra-ui/react'
import { formatDuration, formatNumber } from '#client/core/format/number.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { DescriptionList } from '#client/ui/layout/description-list.tsx'
import type { ChainReport } from '#shared/anchoring/chain-report.ts'
import type { ChainView } from '#shared/anchoring/chains-contract.ts'
import { amountText } from './amount-text.ts'
import { PaymentAddress } from './payment-address.tsx'
import { Section } from './section.tsx'

const longDays = 3650
const secondsUntil = (instant: string): number => (Date.parse(instant) - Date.now()) / 1000

/** The funds, and the batches and files that wait. */
export function StateSection({ view, report }: { view: ChainView; report: ChainReport }) {
  const t = useText('chains')
  const { chain, pending, funding } = view
  const { balance, fee, address, height } = report
  const amount = (units: string | null) => (units === null ? t('unknown') : amountText(chain, units))
  const perDay = formatNumber(funding.perDay, { maximumFractionDigits: 1 })
  return (
    <Section title={t('facts')}>
      <DescriptionList
        facts={[
          [t('balance'), <Balance key="balance" amount={amount(balance)} days={funding.days} />],
          [t('address'), address && <PaymentAddress key="address" view={view} address={address} />],
          [
            t('fee'),
            <TwoLines
              key="fee"
              first={amount(fee)}
              second={t(funding.isMeasured ? 'perDay' : 'perDayMost', { perDay })}
            />,
          ],
          [t('oldest'), pending.oldestAt ? <Oldest key="oldest" at={pending.oldestAt} /> : t('nothingWaits')],
          [t('waiting'), t('roots', { count: pending.waiting, shown: formatNumber(pending.waiting) })],
          [chain === 'bitcoin' ? t('nextEpoch') : t('nextRound'), <Next key="next" view={view} />],
          [t('inFlight'), t('inFlightOf', { queued: pending.queued, sent: pending.sent, mined: pending.mined })],
          [t('height'), height === null ? t('unknown') : formatNumber(height)],
        ]}
      />
    </Section>
  )
}

function Balance({ amount, days }: { amount: string; days: number | null }) {
  const t = useText('chains')
  const lasts = (count: number) =>
    count > longDays ? t('lastsLong') : t('lasts', { count, shown: formatNumber(count) })
  return <TwoLines first={amount} second={days === null ? '' : lasts(days)} />
}

function TwoLines({ first, second }: { first: string; second: string }) {
  return (
    <>
      <Text fontVariantNumeric="tabular-nums">{first}</Text>
      {second && (
        <Text color="fg.muted" textStyle="sm">
          {second}
        </Text>
      )}
    </>
  )
}

function Oldest({ at }: { at: string }) {
  const t = useText('chains')
  return t('oldestFor', { time: formatDuration(-secondsUntil(at)) })
}

/** While a sent Bitcoin transaction is not mined, waiting roots go into the next epoch. */
function Next({ view: { chain, nextAt, pending } }: { view: ChainView }) {
  const t = useText('chains')
  if (!nextAt) return t('nextNone')
  if (chain === 'bitcoin' && pending.sent > 0) return t('nextStuck')
  const seconds = secondsUntil(nextAt)
  return seconds <= 0 ? t('nextNow') : t('nextIn', { time: formatDuration(seconds) })
}
