import { Button, chakra, Heading, Stack } from '@chakra-ui/react'
import { useMemo } from 'react'
import { LuArchive, LuDownload } from 'react-icons/lu'
import { useTask } from '#client/core/async/use-task.ts'
import { download } from '#client/core/files/download.ts'
import { formatDate } from '#client/core/format/date.ts'
import { formatNumber } from '#client/core/format/number.ts'
import { urlOf } from '#client/core/http/api.ts'
import { useRead } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { DescriptionList } from '#client/ui/layout/description-list.tsx'
import { type Column, DataTable } from '#client/ui/table/data-table.tsx'
import { usePaging } from '#client/ui/table/paging.ts'
import { auditContract, type SealedFile, sealedFileRoute } from '#shared/audit/contract.ts'

/** The files with entries of the audit trail that the database does not contain any more. */
export function SealedFiles() {
  const t = useText('retention')
  const paging = usePaging({ prefix: 'sealed' })
  const { page, limit } = paging.query
  const read = useRead(auditContract.seals, { query: { page, limit } })
  const columns = useColumns()
  return (
    <Stack as="section" gap="3" aria-labelledby="sealed-files">
      <Heading as="h2" size="md" id="sealed-files">
        {t('sealedTitle')}
      </Heading>
      <DataTable
        label={t('sealedTitle')}
        columns={columns}
        rowId={({ stream, seq }) => `${stream}/${seq}`}
        rowName={({ stream, lastAt }) => `${stream}, ${formatDate(lastAt)}`}
        read={read}
        paging={paging}
        detail={({ stream, sha256 }) => (
          <DescriptionList
            facts={[
              [t('stream'), <chakra.code key="stream">{stream}</chakra.code>],
              [
                t('hash'),
                <chakra.code key="hash" overflowWrap="anywhere">
                  {sha256}
                </chakra.code>,
              ],
            ]}
          />
        )}
        empty={<EmptyState icon={LuArchive} title={t('sealedEmpty')} hint={t('sealedEmptyHint')} />}
      />
    </Stack>
  )
}

function useColumns(): Column<SealedFile>[] {
  const t = useText('retention')
  return useMemo(
    () => [
      { id: 'to', header: t('to'), nowrap: true, main: true, cell: ({ lastAt }) => formatDate(lastAt) },
      { id: 'from', header: t('from'), nowrap: true, cell: ({ firstAt }) => formatDate(firstAt) },
      { id: 'entries', header: t('entries'), align: 'end', cell: ({ entries }) => formatNumber(entries) },
      { id: 'file', header: t('download'), align: 'end', cell: (file) => <DownloadButton file={file} /> },
    ],
    [t],
  )
}

function DownloadButton({ file: { stream, seq } }: { file: SealedFile }) {
  const t = useText('retention')
  const save = useTask(() =>
    download(urlOf(sealedFileRoute, { params: { stream, seq } }), `audit-${stream}-${seq}.jsonl.gz`),
  )
  return (
    <Button size="sm" variant="outline" loading={save.isPending} onClick={() => save.mutate()}>
      <LuDownload aria-hidden />
      {t('download')}
    </Button>
  )
}
