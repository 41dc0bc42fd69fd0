import { useMemo } from 'react'
import { LuPackageSearch } from 'react-icons/lu'
import { useRead } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { BackLink } from '#client/ui/layout/back-link.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { type Column, DataTable } from '#client/ui/table/data-table.tsx'
import { usePaging } from '#client/ui/table/paging.ts'
import { WrappedText } from '#client/ui/table/wrapped-text.tsx'
import { type PackContent, packContract } from '#shared/pack/contract.ts'
import { packName } from './columns.tsx'

/** The codes of a case or the cases of a pallet, as they were packed. */
export function ContentsView({ id }: { id: string }) {
  const t = useText('pack')
  const pack = useRead(packContract.read, { params: { id } })
  const paging = usePaging()
  const { page, limit } = paging.query
  const columns = useColumns(pack.data?.kind ?? 'case')
  return (
    <Page
      title={t('contentsOf', { name: pack.data ? packName(pack.data) : '' })}
      actions={<BackLink to="/packages">{t('back')}</BackLink>}
    >
      <DataTable
        label={t('contents')}
        columns={columns}
        rowId={idOf}
        rowName={(row) => nameOf(row)}
        read={useRead(packContract.contents, { params: { id }, query: { page, limit } })}
        paging={paging}
        empty={<EmptyState icon={LuPackageSearch} title={t('notFound')} />}
      />
    </Page>
  )
}

const idOf = ({ address, pack }: PackContent) => address ?? pack?.id ?? ''
const nameOf = ({ address, pack }: PackContent) => (pack ? packName(pack) : (address ?? ''))

function useColumns(kind: 'case' | 'pallet'): Column<PackContent>[] {
  const t = useText('pack')
  return useMemo(
    () =>
      kind === 'case'
        ? [
            { id: 'serial', header: t('serialNo'), main: true, cell: ({ serial_no }) => String(serial_no ?? '') },
            { id: 'product', header: t('product'), cell: ({ product }) => <WrappedText>{product ?? ''}</WrappedText> },
            { id: 'code', header: t('code'), cell: ({ address }) => <WrappedText>{address ?? ''}</WrappedText> },
          ]
        : [
            { id: 'case', header: t('case'), main: true, cell: nameOf },
            { id: 'quantity', header: t('quantity'), align: 'end', cell: ({ pack }) => String(pack?.quantity ?? '') },
          ],
    [t, kind],
  )
}
