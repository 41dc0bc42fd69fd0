import { Text } from '@chakra-ui/react'
import { useMemo } from 'react'
import { LuFileText } from 'react-icons/lu'
import { ChainList } from '#client/codes/chain-list.tsx'
import { useTask } from '#client/core/async/use-task.ts'
import { download } from '#client/core/files/download.ts'
import { formatDateTime } from '#client/core/format/date.ts'
import { formatNumber } from '#client/core/format/number.ts'
import { urlOf } from '#client/core/http/api.ts'
import { call, refresh, useRead } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { languageNames } from '#client/core/i18n/language.ts'
import { useLanguage } from '#client/core/session/preferences.ts'
import { useDeniedReason } from '#client/core/session/use-denied-reason.ts'
import { ButtonWithReason } from '#client/ui/feedback/button-with-reason.tsx'
import { PageSection } from '#client/ui/layout/page-section.tsx'
import { type Column, DataTable } from '#client/ui/table/data-table.tsx'
import { useLocalPaging } from '#client/ui/table/paging.ts'
import {
  type ColdChainReport,
  reportContract,
  reportFileRoute,
  reportProofRoute,
} from '#shared/logistic/report-contract.ts'

/** How often the states of unfinished proofs are fetched, in milliseconds. */
const refreshMs = 10_000

type Props = { id: string; name: string }

/** Requests the cold-chain report of a shipment, in the language and the time zone of this device, and saves its file. */
export function ReportButton({ id, name }: Props) {
  const t = useText('sensor')
  const deniedReason = useDeniedReason('merchantOrDealer')
  const language = useLanguage()
  const make = useTask(async () => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    const report = await call(reportContract.make, { params: { id }, body: { language, timeZone } })
    await Promise.all([saveReport(report, name), refresh(reportContract.list)])
  })
  return (
    <ButtonWithReason
      variant="outline"
      align="heading"
      disabledReason={deniedReason}
      loading={make.isPending}
      onClick={() => make.mutate()}
    >
      <LuFileText aria-hidden />
      {t('report')}
    </ButtonWithReason>
  )
}

const saveReport = ({ id }: ColdChainReport, name: string) =>
  download(urlOf(reportFileRoute, { params: { id } }), `${name}.pdf`)

/** The reports of a shipment with the state of their proofs. Renders nothing before the first report. */
export function Reports({ id, name }: Props) {
  const t = useText('logistic')
  const paging = useLocalPaging()
  const { page, limit } = paging.query
  const read = useRead(
    reportContract.list,
    { params: { id }, query: { page, limit } },
    { quiet: true, every: (last) => (last?.rows.some(isPending) ? refreshMs : false) },
  )
  const columns = useColumns()
  const save = useTask((report: ColdChainReport) => saveReport(report, name))
  const saveProof = useTask((report: ColdChainReport) =>
    download(urlOf(reportProofRoute, { params: { id: report.id } }), `${name}.pdf.ots`),
  )
  if (!read.data || read.data.total === 0) return null
  return (
    <PageSection title={t('reports')}>
      <Text color="fg.muted">{t('reportsHint')}</Text>
      <DataTable
        label={t('reports')}
        columns={columns}
        rowId={({ id: report }) => report}
        rowName={({ createdAt }) => formatDateTime(createdAt)}
        read={read}
        paging={paging}
        actions={(report) => [
          { id: 'file', label: t('reportFile'), onSelect: () => save.mutate(report) },
          { id: 'proof', label: t('reportProof'), onSelect: () => saveProof.mutate(report) },
        ]}
      />
    </PageSection>
  )
}

const isPending = ({ chains }: ColdChainReport) => chains.some(({ state }) => state === 'PENDING')

function useColumns(): Column<ColdChainReport>[] {
  const t = useText('logistic')
  return useMemo(
    () => [
      {
        id: 'made',
        header: t('reportMade'),
        main: true,
        cell: ({ createdAt, language }) => `${formatDateTime(createdAt)} · ${languageNames[language]}`,
      },
      {
        id: 'readings',
        header: t('reportReadings'),
        cell: ({ readings, complete }) =>
          `${formatNumber(readings)} · ${t(complete ? 'reportComplete' : 'reportIncomplete')}`,
      },
      {
        id: 'hash',
        header: 'SHA-256',
        wide: true,
        cell: ({ sha256 }) => (
          <Text as="span" fontFamily="mono" textStyle="xs" overflowWrap="anywhere" whiteSpace="normal">
            {sha256}
          </Text>
        ),
      },
      { id: 'chains', header: t('reportChains'), wide: true, cell: ({ chains }) => <ChainList chains={chains} /> },
    ],
    [t],
  )
}
