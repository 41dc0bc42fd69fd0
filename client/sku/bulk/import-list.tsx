import { Button, Heading, Stack } from '@chakra-ui/react'
import { useMemo } from 'react'
import { formatDate } from '#client/core/format/date.ts'
import { formatNumber } from '#client/core/format/number.ts'
import { useRead, useWrite } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { ConfirmDialog } from '#client/ui/dialog/confirm-dialog.tsx'
import { useDialogs } from '#client/ui/dialog/use-dialogs.ts'
import { StatusChip } from '#client/ui/feedback/status-chip.tsx'
import { type Column, DataTable } from '#client/ui/table/data-table.tsx'
import { useLocalPaging } from '#client/ui/table/paging.ts'
import { type SkuImport, skuBulkContract } from '#shared/sku/bulk-contract.ts'
import { skuContract } from '#shared/sku/contract.ts'

type Undoable = Pick<SkuImport, 'id' | 'name' | 'quantity'>

/** Lists that were imported before. Each can be undone while that is possible. */
export function ImportList({ refused }: { refused: boolean }) {
  const t = useText('skuBulk')
  const paging = useLocalPaging()
  const imports = useRead(skuBulkContract.imports, { query: paging.query })
  const { setOpen, close, about } = useDialogs<{ kind: 'undo'; about: Undoable }>()
  const columns = useMemo<Column<SkuImport>[]>(
    () => [
      { id: 'file', header: t('file'), main: true, cell: ({ name }) => name || t('unnamed') },
      { id: 'quantity', header: t('quantity'), align: 'end', cell: ({ quantity }) => formatNumber(quantity) },
      { id: 'date', header: t('date'), cell: ({ createdAt }) => formatDate(createdAt) },
      {
        id: 'state',
        header: t('state'),
        cell: (one) => <State one={one} refused={refused} onUndo={() => setOpen({ kind: 'undo', about: one })} />,
      },
    ],
    [t, refused, setOpen],
  )
  if (!imports.data?.total) return null
  return (
    <Stack gap="3">
      <Heading as="h3" size="md" fontWeight="600">
        {t('imports')}
      </Heading>
      <DataTable
        label={t('imports')}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        read={imports}
        paging={paging}
      />
      <UndoDialog undoing={about('undo')} onDone={close} />
    </Stack>
  )
}

type StateProps = { one: SkuImport; refused: boolean; onUndo: () => void }

function State({ one, refused, onUndo }: StateProps) {
  const t = useText('skuBulk')
  if (one.undoneAt) return <StatusChip tone="plain">{t('stateUndone')}</StatusChip>
  if (one.used) return <StatusChip tone="good">{t('stateUsed')}</StatusChip>
  return (
    <Button
      variant="outline"
      size="xs"
      disabled={refused}
      aria-label={t('undoNamed', { name: one.name || t('unnamed') })}
      onClick={onUndo}
    >
      {t('undo')}
    </Button>
  )
}

/** Removes the products of a list after confirmation. */
export function UndoDialog({ undoing, onDone }: { undoing: Undoable | undefined; onDone: (undone: boolean) => void }) {
  const t = useText('skuBulk')
  const undo = useWrite(skuBulkContract.undo, {
    refresh: [skuContract.list, skuBulkContract.imports],
    done: t('undone'),
  })
  const quantity = undoing?.quantity ?? 0
  return (
    <ConfirmDialog
      open={undoing !== undefined}
      title={t('undoTitle')}
      confirm={t('undoNow')}
      cancel={t('undoNot')}
      danger
      busy={undo.isPending}
      onCancel={() => onDone(false)}
      onConfirm={() =>
        undo.mutate({ params: { id: undoing!.id } }, { onSuccess: () => onDone(true), onError: () => onDone(false) })
      }
    >
      {t('undoHint', { count: quantity, shown: formatNumber(quantity), name: undoing?.name || t('unnamed') })}
    </ConfirmDialog>
  )
}
