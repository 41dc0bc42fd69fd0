import { Link as ChakraLink } from '@chakra-ui/react'
import { useMemo } from 'react'
import { LuShieldCheck } from 'react-icons/lu'
import { Link } from 'react-router'
import { useText } from '#client/core/i18n/i18n.ts'
import { Dialog } from '#client/ui/dialog/dialog.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { type Column, DataTable } from '#client/ui/table/data-table.tsx'
import type { Insights } from '#shared/insights/contract.ts'

type Props = { risk: Insights['risk']; open: boolean; onClose: () => void }

/** The newest cases of a range. Each leads to its case in the alerts. */
export function RiskDialog({ risk, open, onClose }: Props) {
  const t = useText('insightsMap')
  const columns = useMemo<Column<Insights['risk'][number]>[]>(
    () => [
      {
        id: 'order',
        header: t('orderId'),
        main: true,
        cell: ({ order_id, caseId }) => (
          <ChakraLink asChild textDecoration="underline">
            <Link to={`/alerts?search=${caseId}`} aria-label={t('openCase', { order: order_id })} onClick={onClose}>
              {order_id}
            </Link>
          </ChakraLink>
        ),
      },
      { id: 'sku', header: t('sku'), cell: ({ sku }) => sku },
      { id: 'description', header: t('description'), cell: ({ description }) => description },
    ],
    [t, onClose],
  )
  return (
    <Dialog open={open} onClose={onClose} title={t('risk')} size="xl">
      <DataTable
        label={t('risk')}
        columns={columns}
        rowId={({ caseId }) => caseId}
        rowName={({ order_id }) => order_id}
        read={{ data: { rows: risk, total: risk.length }, isError: false, isFetching: false, refetch: () => undefined }}
        empty={<EmptyState icon={LuShieldCheck} title={t('noRisk')} />}
      />
    </Dialog>
  )
}
