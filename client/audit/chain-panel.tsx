import { Button, Flex, Text } from '@chakra-ui/react'
import { LuRefreshCw } from 'react-icons/lu'
import { formatDateTime } from '#client/core/format/date.ts'
import { formatNumber } from '#client/core/format/number.ts'
import { errorText } from '#client/core/http/errors.ts'
import { useRead } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { StatusChip } from '#client/ui/feedback/status-chip.tsx'
import { Panel } from '#client/ui/layout/panel.tsx'
import { auditContract, type ChainCheck } from '#shared/audit/contract.ts'

/** Shows whether the hash chain of the audit trail is intact. */
export function ChainPanel() {
  const t = useText('audit')
  const check = useRead(auditContract.check, { query: {} }, { quiet: true })
  return (
    <Panel aria-label={t('chain')} padding="4">
      <Flex gap="3" align="center" wrap="wrap" role="status">
        {check.isError && (
          <Text flex="1 1 20rem" color="fg.error">
            {errorText(check.error)}
          </Text>
        )}
        {check.data ? (
          <Result check={check.data} />
        ) : (
          !check.isError && <StatusChip tone="wait">{t('checking')}</StatusChip>
        )}
        <Button size="sm" variant="outline" loading={check.isFetching} onClick={() => void check.refetch()}>
          <LuRefreshCw aria-hidden />
          {t('checkAgain')}
        </Button>
      </Flex>
    </Panel>
  )
}

function Result({ check: { broken, entries, streams, checkedAt } }: { check: ChainCheck }) {
  const t = useText('audit')
  const places = broken.map(({ stream, seq }) => t('placeOf', { seq, stream })).join(', ')
  const isIntact = broken.length === 0
  return (
    <>
      <StatusChip tone={isIntact ? 'good' : 'bad'}>{isIntact ? t('intact') : t('broken')}</StatusChip>
      <Text flex="1 1 20rem" color={isIntact ? 'fg.muted' : 'fg.error'} overflowWrap="anywhere">
        {isIntact
          ? t('intactOf', {
              entries: formatNumber(entries),
              streams: formatNumber(streams),
              at: formatDateTime(checkedAt),
            })
          : t('brokenOf', { places })}
      </Text>
    </>
  )
}
