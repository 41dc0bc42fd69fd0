import { useCallback, useMemo } from 'react'
import { LuClipboardList, LuFileSpreadsheet, LuPlus } from 'react-icons/lu'
import { useTask } from '#client/core/async/use-task.ts'
import { saveBlob } from '#client/core/files/save-file.ts'
import { formatDate } from '#client/core/format/date.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { notify } from '#client/core/notify.ts'
import { type OfflineRecord, useRecordPage } from '#client/core/offline/read/queries.ts'
import { rejectionProblems } from '#client/core/offline/read/rejection-problems.ts'
import { useDeniedReason } from '#client/core/session/use-denied-reason.ts'
import { RemoveDialog } from '#client/ui/dialog/remove-dialog.tsx'
import { useDialogs } from '#client/ui/dialog/use-dialogs.ts'
import { ButtonWithReason, type ReasonAlign } from '#client/ui/feedback/button-with-reason.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { lazyComponent } from '#client/ui/layout/lazy-component.ts'
import { Page } from '#client/ui/layout/page.tsx'
import { SyncStateChip, useRejectionText } from '#client/ui/record/sync-state-chip.tsx'
import { type Column, DataTable } from '#client/ui/table/data-table.tsx'
import { usePaging } from '#client/ui/table/paging.ts'
import { formProblems } from '#shared/form/contract.ts'
import { type FormView, formEntity } from '#shared/form/record.ts'
import { uuid7Time } from '#shared/sync/uuid7.ts'
import { withNewIds } from './copies.ts'
import { formDraftOf } from './draft.ts'
import { removeForm, saveForm } from './save.ts'

type Row = OfflineRecord<FormView>
export const formRejectionProblems = rejectionProblems(formProblems)

/** The reader of spreadsheets is loaded when somebody imports a form. */
const ImportForm = lazyComponent(() => import('./xlsform/import-dialog.tsx'))

/** Lists the forms on this device. */
export function FormList({ onEdit }: { onEdit: (id: string) => void }) {
  const t = useText('form')
  const words = useText('xlsform')
  const deniedReason = useDeniedReason('confirmedMerchant')
  const paging = usePaging()
  const search = paging.query.search?.toLowerCase()
  const matches = useCallback(
    ({ name, removedAt }: FormView) => !removedAt && (!search || name.toLowerCase().includes(search)),
    [search],
  )
  const forms = useRecordPage<FormView>(formEntity, paging.query, matches)
  const columns = useColumns(onEdit)
  const { open, setOpen, close, about } = useDialogs<{ kind: 'remove'; about: Row } | { kind: 'import' }>()
  const remove = useTask(async (form: Row) => {
    await removeForm(form)
    close()
    notify({ tone: 'success', title: t('removed') })
  })
  const duplicate = useTask(async ({ data }: Row) => {
    const copy = withNewIds(formDraftOf(data))
    onEdit(await saveForm(undefined, { ...copy, name: t('copyOf', { name: data.name }).slice(0, 120) }))
    notify({ tone: 'success', title: t('duplicated') })
  })
  const download = useTask(async ({ data }: Row) => {
    const { exportForm, writeWorkbook } = await import('./xlsform/export-form.ts')
    saveBlob(await writeWorkbook(exportForm(formDraftOf(data))), `${data.name}.xlsx`)
  })
  const addButton = (label: string, align: ReasonAlign) => (
    <ButtonWithReason disabledReason={deniedReason} align={align} onClick={() => onEdit('new')}>
      <LuPlus aria-hidden />
      {label}
    </ButtonWithReason>
  )
  const disabled = deniedReason !== undefined
  return (
    <Page
      title={t('title')}
      description={t('description')}
      actions={
        <>
          <ButtonWithReason
            variant="outline"
            disabledReason={deniedReason}
            align="heading"
            onClick={() => setOpen({ kind: 'import' })}
          >
            <LuFileSpreadsheet aria-hidden />
            {words('import')}
          </ButtonWithReason>
          {addButton(t('add'), 'heading')}
        </>
      }
    >
      <DataTable
        label={t('title')}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ data }) => data.name}
        read={forms}
        paging={paging}
        searchable
        actions={(row) => [
          { id: 'edit', label: t('edit'), disabled, onSelect: () => onEdit(row.id) },
          { id: 'duplicate', label: t('duplicate'), disabled, onSelect: () => duplicate.mutate(row) },
          { id: 'export', label: words('export'), onSelect: () => download.mutate(row) },
          {
            id: 'remove',
            label: t('remove'),
            danger: true,
            disabled,
            onSelect: () => setOpen({ kind: 'remove', about: row }),
          },
        ]}
        empty={
          <EmptyState icon={LuClipboardList} title={t('emptyTitle')} hint={t('emptyHint')}>
            {addButton(t('addFirst'), 'center')}
          </EmptyState>
        }
      />
      {open?.kind === 'import' && <ImportForm onClose={close} onAdded={onEdit} />}
      <RemoveDialog
        item={about('remove')}
        title={({ data: { name } }) => t('removeTitle', { name })}
        hint={t('removeHint')}
        busy={remove.isPending}
        onRemove={remove.mutate}
        onClose={close}
      />
    </Page>
  )
}

function useColumns(onEdit: (id: string) => void): Column<Row>[] {
  const t = useText('form')
  const rejectionText = useRejectionText(formRejectionProblems)
  return useMemo(
    () => [
      { id: 'date', header: t('dateCreated'), cell: ({ id, data }) => formatDate(data.createdAt ?? uuid7Time(id)) },
      { id: 'name', header: t('templateName'), main: true, cell: ({ data }) => data.name },
      {
        id: 'state',
        header: t('state'),
        omitIf: ({ state }) => state === 'sent',
        cell: ({ id, state, rejection, data }) => (
          <SyncStateChip
            state={state}
            reason={rejection && rejectionText(rejection)}
            name={data.name}
            onFix={() => onEdit(id)}
          />
        ),
      },
    ],
    [t, rejectionText, onEdit],
  )
}
