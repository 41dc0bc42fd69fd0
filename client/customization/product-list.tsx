import { Button } from '@chakra-ui/react'
import { useMemo } from 'react'
import { LuBox } from 'react-icons/lu'
import { Link } from 'react-router'
import { useRead } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { StatusChip } from '#client/ui/feedback/status-chip.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { type Column, DataTable } from '#client/ui/table/data-table.tsx'
import { usePaging } from '#client/ui/table/paging.ts'
import type { Customization, CustomizationStatus } from '#shared/customization/contract.ts'
import { customizationStatusOf, entryTextKeys } from '#shared/customization/rules.ts'
import { type Sku, skuContract } from '#shared/sku/contract.ts'

/** The status of a product's page in the list. */
const statusOfProduct = ({ details }: Sku): CustomizationStatus =>
  customizationStatusOf(details.customization as Pick<Customization, 'isDraft'> | null | undefined)

/** Lists the products with the status of their pages. */
export function ProductList({ onEdit }: { onEdit: (id: string) => void }) {
  const t = useText('editor')
  const words = useText('customization')
  const paging = usePaging()
  const products = useRead(skuContract.list, { query: paging.query })
  const columns = useColumns(onEdit)
  return (
    <Page title={words('title')} description={words('description')}>
      <DataTable
        label={words('title')}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        read={products}
        paging={paging}
        searchable
        empty={
          <EmptyState icon={LuBox} title={t('listEmpty')} hint={t('listEmptyHint')}>
            <Button asChild>
              <Link to="/sku">{t('toSkus')}</Link>
            </Button>
          </EmptyState>
        }
      />
    </Page>
  )
}

const states = {
  none: { tone: 'plain', word: 'stateNone' },
  draft: { tone: 'wait', word: 'stateDraft' },
  published: { tone: 'good', word: 'statePublished' },
} as const

function useColumns(onEdit: (id: string) => void): Column<Sku>[] {
  const t = useText('editor')
  const words = useText('customization')
  return useMemo(
    () => [
      { id: 'name', header: words('name'), main: true, cell: ({ name }) => name },
      { id: 'sku', header: words('sku'), cell: ({ sku }) => sku },
      {
        id: 'state',
        header: t('state'),
        cell: (product) => {
          const { tone, word } = states[statusOfProduct(product)]
          return <StatusChip tone={tone}>{t(word)}</StatusChip>
        },
      },
      {
        id: 'customization',
        header: words('title'),
        cell: (product) => {
          const status = statusOfProduct(product)
          const action = words(entryTextKeys[status])
          return (
            <Button
              size="sm"
              variant={status === 'none' ? 'outline' : 'solid'}
              maxWidth="full"
              height="auto"
              minHeight="9"
              whiteSpace="normal"
              aria-label={t('customizeNamed', { action, name: product.name })}
              onClick={() => onEdit(product.id)}
            >
              {action}
            </Button>
          )
        },
      },
    ],
    [t, words, onEdit],
  )
}
