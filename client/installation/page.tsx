import { Button, Text } from '@chakra-ui/react'
import { useMemo } from 'react'
import { LuRefreshCw } from 'react-icons/lu'
import { formatDateTime } from '#client/core/format/date.ts'
import { useRead } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { preferences } from '#client/core/session/preferences.ts'
import { StatusChip } from '#client/ui/feedback/status-chip.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { type Column, DataTable } from '#client/ui/table/data-table.tsx'
import { type Finding, installationContract } from '#shared/installation/contract.ts'
import { findingText } from '#shared/installation/finding-text.ts'

const tones = { ok: 'good', warning: 'wait', fault: 'bad' } as const

/** Each part of the installation, with what to do about faults: the same list as that of `npm run doctor`. */
export function Component() {
  const t = useText('installation')
  const read = useRead(installationContract.check, {})
  const { data, isFetching, refetch } = read
  const columns = useColumns()
  const rows = useMemo(() => data && { rows: data.findings, total: data.findings.length }, [data])
  const count = (state: Finding['state']) => data?.findings.filter((finding) => finding.state === state).length ?? 0
  const isGood = count('fault') + count('warning') === 0
  return (
    <Page
      title={t('title')}
      description={t('description')}
      actions={
        <Button variant="outline" loading={isFetching} onClick={() => void refetch()}>
          <LuRefreshCw aria-hidden />
          {t('again')}
        </Button>
      }
    >
      <Text role="status">
        {!data && t('checking')}
        {data && (isGood ? t('allGood') : t('someBad', { faults: count('fault'), warnings: count('warning') }))}
        {data && `. ${t('checkedAt', { at: formatDateTime(data.checkedAt) })}`}
      </Text>
      <DataTable
        label={t('title')}
        columns={columns}
        rowId={({ part }) => part}
        rowName={({ part }) => t(`part_${part}`)}
        read={{ ...read, data: rows }}
      />
    </Page>
  )
}

function useColumns(): Column<Finding>[] {
  const t = useText('installation')
  const language = preferences((state) => state.language)
  return useMemo(
    () => [
      { id: 'part', header: t('part'), main: true, cell: ({ part }) => t(`part_${part}`) },
      {
        id: 'state',
        header: t('state'),
        cell: ({ state }) => <StatusChip tone={tones[state]}>{t(state)}</StatusChip>,
      },
      {
        id: 'finding',
        header: t('finding'),
        wide: true,
        cell: (finding) => {
          const { found, todo } = findingText(finding, language)
          return (
            <>
              <Text overflowWrap="anywhere">{found}</Text>
              {finding.state !== 'ok' && todo && (
                <Text color="fg.muted" overflowWrap="anywhere">
                  {todo}
                </Text>
              )}
            </>
          )
        },
      },
    ],
    [t, language],
  )
}
