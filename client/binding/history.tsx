import { Text } from '@chakra-ui/react'
import { useCallback, useMemo } from 'react'
import { LuLink } from 'react-icons/lu'
import { formatDateTime } from '#client/core/format/date.ts'
import { formatNumber } from '#client/core/format/number.ts'
import { useRead } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { offline, useRecord, useRecordPage } from '#client/core/offline/read/queries.ts'
import { useFixLink } from '#client/core/offline/read/use-fix-link.ts'
import { useViewer } from '#client/core/session/use-viewer.ts'
import { useDialogs } from '#client/ui/dialog/use-dialogs.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { PageSection } from '#client/ui/layout/page-section.tsx'
import { SyncStateChip, useRejectionText } from '#client/ui/record/sync-state-chip.tsx'
import { type Column, DataTable } from '#client/ui/table/data-table.tsx'
import { usePaging } from '#client/ui/table/paging.ts'
import { bindingContract } from '#shared/binding/contract.ts'
import { type BindingRecord, bindingEntity } from '#shared/binding/record.ts'
import type { SavedBinding } from './enqueue-binding.ts'
import { FixBindingDialog } from './fix-dialog.tsx'
import { bindingRejectionProblems } from './rejection-problems.ts'

/** Lists the requests to bind codes, the newest first, with those that wait on this device. */
export function BindingHistory() {
  const t = useText('binding')
  const paging = usePaging()
  const { setOpen, close, about } = useDialogs<{ kind: 'fix'; about: string }>()
  const fix = useCallback((id: string) => setOpen({ kind: 'fix', about: id }), [setOpen])
  const saved = useRecord<BindingRecord>(bindingEntity, about('fix'))
  useFixLink<BindingRecord>(
    bindingEntity,
    useCallback(({ id }) => fix(id), [fix]),
  )
  return (
    <PageSection title={t('history')}>
      <DataTable
        label={t('history')}
        columns={useColumns(fix)}
        rowId={({ id }) => id}
        rowName={nameOf}
        read={useBindings(paging.query)}
        paging={paging}
        empty={<EmptyState icon={LuLink} title={t('emptyTitle')} hint={t('emptyHint')} />}
      />
      {saved?.state === 'attention' && <FixBindingDialog saved={saved} onClose={close} />}
    </PageSection>
  )
}

/** From the device's records, or from the server in demo mode, where the device has none. */
function useBindings(query: { page: number; limit: number }) {
  const engine = offline((state) => state.engine)
  const viewer = useViewer()
  const isKept = engine !== undefined && viewer?.demo === false
  const { page, limit } = query
  const local = useRecordPage<BindingRecord>(bindingEntity, query)
  const remote = useRead(bindingContract.list, { query: { page, limit } }, { enabled: !isKept })
  const data = useMemo(
    () =>
      remote.data && {
        rows: remote.data.rows.map(({ id, ...data }): SavedBinding => ({ id, ver: 1, data, state: 'sent' })),
        total: remote.data.total,
      },
    [remote.data],
  )
  return isKept ? local : { ...remote, data }
}

const nameOf = ({ data }: SavedBinding): string => `${data.sku.name}, ${formatDateTime(data.createdAt)}`

function useColumns(onFix: (id: string) => void): Column<SavedBinding>[] {
  const t = useText('binding')
  const reasonOf = useRejectionText(bindingRejectionProblems)
  return useMemo(
    () => [
      {
        id: 'product',
        header: t('product'),
        main: true,
        cell: ({ data: { sku } }) => (
          <>
            {sku.name}
            <Text textStyle="xs" color="fg.muted" fontWeight="normal">
              {sku.sku}
            </Text>
          </>
        ),
      },
      {
        id: 'quantity',
        header: t('quantity'),
        align: 'end',
        cell: ({ data: { quantity } }) => (quantity === undefined ? t('ofRange') : formatNumber(quantity)),
      },
      {
        id: 'changed',
        header: t('changed'),
        align: 'end',
        extra: true,
        omitIf: ({ data }) => data.changed === undefined,
        cell: ({ data: { changed } }) => (changed === undefined ? '—' : formatNumber(changed)),
      },
      { id: 'date', header: t('date'), nowrap: true, cell: ({ data }) => formatDateTime(data.createdAt) },
      {
        id: 'sync',
        header: t('sync'),
        cell: (binding) => (
          <SyncStateChip
            state={binding.state}
            reason={binding.rejection && reasonOf(binding.rejection)}
            name={nameOf(binding)}
            onFix={() => onFix(binding.id)}
          />
        ),
      },
    ],
    [t, reasonOf, onFix],
  )
}
