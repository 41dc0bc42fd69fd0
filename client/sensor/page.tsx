import { useMemo } from 'react'
import { LuThermometer } from 'react-icons/lu'
import { formatDate } from '#client/core/format/date.ts'
import { useRead } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { type Column, DataTable } from '#client/ui/table/data-table.tsx'
import { usePaging } from '#client/ui/table/paging.ts'
import { type Sensor, sensorContract } from '#shared/sensor/contract.ts'

/** The sensors of the merchant. */
export function Component() {
  const t = useText('sensor')
  const paging = usePaging()
  return (
    <Page title={t('title')} description={t('description')}>
      <DataTable
        label={t('title')}
        columns={useColumns()}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        read={useRead(sensorContract.list, { query: paging.query })}
        paging={paging}
        searchable
        empty={<EmptyState icon={LuThermometer} title={t('empty')} />}
      />
    </Page>
  )
}

function useColumns(): Column<Sensor>[] {
  const t = useText('sensor')
  return useMemo(
    () => [
      { id: 'name', header: t('name'), heads: true, cell: ({ name }) => name },
      { id: 'created', header: t('created'), cell: ({ createdAt }) => formatDate(createdAt) },
    ],
    [t],
  )
}
