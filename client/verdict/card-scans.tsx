import { useRead } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { PageSection } from '#client/ui/layout/page-section.tsx'
import { usePaging } from '#client/ui/table/paging.ts'
import { codeCardContract } from '#shared/verdict/code-card.ts'
import { CodeScanTable } from './scan-table.tsx'

/** The scans of a code, the newest first. */
export function CardScans({ code }: { code: string }) {
  const tCard = useText('codeCard')
  const paging = usePaging()
  const scans = useRead(codeCardContract.scans, { query: { a: code, ...paging.query } })
  return (
    <PageSection title={tCard('scans')} gap="3">
      <CodeScanTable read={scans} paging={paging} empty={<EmptyState title={tCard('scansNone')} />} />
    </PageSection>
  )
}
