import { Button, Flex, Heading, Stack, Text } from '@chakra-ui/react'
import { formatDateTime } from '#client/core/format/date.ts'
import { useWrite } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { ButtonWithReason } from '#client/ui/feedback/button-with-reason.tsx'
import { InlineAlert } from '#client/ui/feedback/inline-alert.tsx'
import { StatusChip } from '#client/ui/feedback/status-chip.tsx'
import { Panel } from '#client/ui/layout/panel.tsx'
import { type BrandHostView, brandHostContract } from '#shared/host/contract.ts'
import { HostRecords } from './host-records.tsx'

type Props = { host: BrandHostView; deniedReason: string | undefined; onRemove: () => void }

const tones = { pending: 'wait', active: 'good', failing: 'bad' } as const

/** One custom domain: its state, what is wrong and what to do, its records, and its actions. */
export function HostCard({ host, deniedReason, onRemove }: Props) {
  const t = useText('brandHost')
  const { id, name, state, isPrinted, isChecking, orders } = host
  const after = { refresh: [brandHostContract.list] }
  const check = useWrite(brandHostContract.check, after)
  const print = useWrite(brandHostContract.print, { ...after, done: t('printSaved') })
  const lines = [
    host.name !== host.host && host.host,
    ...checkLines(host, t),
    orders > 0 && t('orders', { count: orders }),
  ].filter((line) => typeof line === 'string')
  const isDenied = deniedReason !== undefined
  return (
    <Panel aria-label={name}>
      <Stack gap="4">
        <Stack gap="2">
          <Flex gap="3" wrap="wrap" align="center">
            <Heading as="h2" size="lg" fontWeight="600" overflowWrap="anywhere">
              {name}
            </Heading>
            <StatusChip tone={tones[state]}>{t(state)}</StatusChip>
            {isPrinted && <StatusChip tone="plain">{t('printed')}</StatusChip>}
          </Flex>
          {lines.map((line) => (
            <Text key={line} textStyle="sm" color="fg.muted" overflowWrap="anywhere">
              {line}
            </Text>
          ))}
        </Stack>
        <Fault host={host} />
        <HostRecords records={host.records} isProven={state !== 'pending'} />
        <Flex gap="3" wrap="wrap">
          <ButtonWithReason
            disabledReason={deniedReason}
            variant="outline"
            loading={isChecking || check.isPending}
            loadingText={t('checking')}
            onClick={() => check.mutate({ params: { id } })}
          >
            {t('check')}
          </ButtonWithReason>
          {(state === 'active' || isPrinted) && (
            <Button
              variant="outline"
              disabled={isDenied}
              loading={print.isPending}
              onClick={() => print.mutate({ params: { id }, body: { isPrinted: !isPrinted } })}
            >
              {t(isPrinted ? 'stopPrinting' : 'print')}
            </Button>
          )}
          <Button variant="ghost" colorPalette="red" disabled={isDenied} onClick={onRemove}>
            {t('remove')}
          </Button>
        </Flex>
      </Stack>
    </Panel>
  )
}

function checkLines(host: BrandHostView, t: ReturnType<typeof useText<'brandHost'>>): string[] {
  const { state, checkedAt, awaitedUntil, failingSince } = host
  const last = checkedAt ? t('checkedAt', { at: formatDateTime(checkedAt) }) : t('notChecked')
  if (state === 'failing') return [last, t('failingSince', { at: formatDateTime(failingSince!) })]
  if (state === 'active') return [last]
  const isAwaited = new Date(awaitedUntil) > new Date()
  return [last, isAwaited ? t('awaited', { at: formatDateTime(awaitedUntil) }) : t('notAwaited')]
}

/** Why the last check has failed, and what to do. */
function Fault({ host: { fault, found, name, records, state } }: { host: BrandHostView }) {
  const t = useText('brandHost')
  const why = useText('brandHostFault')
  if (!fault) return null
  return (
    <InlineAlert
      status={state === 'failing' || fault === 'lost' ? 'error' : 'warning'}
      description={found && t('found', { found })}
    >
      {why(fault, { host: name, target: records[0]!.value })}
    </InlineAlert>
  )
}
