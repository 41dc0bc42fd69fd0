import { useRead } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { Dialog } from '#client/ui/dialog/dialog.tsx'
import { useLocalPaging } from '#client/ui/table/paging.ts'
import { type VerdictCase, verdictContract } from '#shared/verdict/contract.ts'
import { CodeScanTable } from './scan-table.tsx'

/** Time, place and browser of each scan of a case's code. */
export function ScansDialog({ row, onClose }: { row: VerdictCase | undefined; onClose: () => void }) {
  const t = useText('verdict')
  return (
    <Dialog
      open={row !== undefined}
      onClose={onClose}
      title={t('historyOf', { code: row?.code.slice(0, 8) ?? '' })}
      size="xl"
    >
      {row && <Scans key={row.id} id={row.id} />}
    </Dialog>
  )
}

function Scans({ id }: { id: string }) {
  const paging = useLocalPaging()
  const scans = useRead(verdictContract.scans, { params: { id }, query: paging.query })
  return <CodeScanTable read={scans} paging={paging} />
}
