import { useCallback, useMemo, useState } from 'react'
import { LuClipboardList, LuPlus } from 'react-icons/lu'
import { useTask } from '#client/core/data.ts'
import { formatDate } from '#client/core/dates.ts'
import { useText } from '#client/core/i18n.ts'
import { type Saved, useSavedPage } from '#client/core/offline/records.ts'
import { useRefusal } from '#client/core/refusal.ts'
import { type Column, DataTable } from '#client/ui/data-table.tsx'
import { ConfirmDialog } from '#client/ui/dialog.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { type GuardedAlign, GuardedButton } from '#client/ui/guarded-button.tsx'
import { Page } from '#client/ui/page.tsx'
import { usePaging } from '#client/ui/paging.ts'
import { SavedState, useTroubleText } from '#client/ui/saved-state.tsx'
import { notify } from '#client/ui/toast.tsx'
import { coreProblems } from '#shared/core/problem.ts'
import { formProblems } from '#shared/form/contract.ts'
import { type FormView, formEntity } from '#shared/form/record.ts'
import { timeOf } from '#shared/sync/uuid7.ts'
import { removeForm } from './save.ts'

type Row = Saved<FormView>
export const formTroubles = { ...coreProblems, ...formProblems }

/** The templates on this device. */
export function FormList({ onEdit }: { onEdit: (id: string) => void }) {
  const t = useText('form')
  const refusal = useRefusal('confirmed')
  const paging = usePaging()
  const search = paging.query.search?.toLowerCase()
  const matches = useCallback(
    ({ name, removedAt }: FormView) => !removedAt && (!search || name.toLowerCase().includes(search)),
    [search],
  )
  const forms = useSavedPage<FormView>(formEntity, paging.query, matches)
  const columns = useColumns(onEdit)
  const [removing, setRemoving] = useState<Row>()
  const remove = useTask(async () => {
    if (!removing) return
    await removeForm(removing)
    setRemoving(undefined)
    notify({ tone: 'success', title: t('removed') })
  })
  const addButton = (label: string, align: GuardedAlign) => (
    <GuardedButton refusal={refusal} align={align} onClick={() => onEdit('new')}>
      <LuPlus aria-hidden />
      {label}
    </GuardedButton>
  )
  const disabled = refusal !== undefined
  return (
    <Page title={t('title')} description={t('description')} actions={addButton(t('add'), 'heading')}>
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
          { id: 'remove', label: t('remove'), danger: true, disabled, onSelect: () => setRemoving(row) },
        ]}
        empty={
          <EmptyState icon={LuClipboardList} title={t('emptyTitle')} hint={t('emptyHint')}>
            {addButton(t('addFirst'), 'center')}
          </EmptyState>
        }
      />
      <ConfirmDialog
        open={removing !== undefined}
        title={t('removeTitle', { name: removing?.data.name ?? '' })}
        danger
        busy={remove.isPending}
        onCancel={() => setRemoving(undefined)}
        onConfirm={() => remove.mutate()}
      >
        {t('removeHint')}
      </ConfirmDialog>
    </Page>
  )
}

function useColumns(onEdit: (id: string) => void): Column<Row>[] {
  const t = useText('form')
  const troubleText = useTroubleText(formTroubles)
  return useMemo(
    () => [
      { id: 'date', header: t('dateCreated'), cell: ({ id, data }) => formatDate(data.createdAt ?? timeOf(id)) },
      { id: 'name', header: t('templateName'), heads: true, cell: ({ data }) => data.name },
      {
        id: 'state',
        header: t('state'),
        cell: ({ id, state, trouble, data }) => (
          <SavedState
            state={state}
            reason={trouble && troubleText(trouble)}
            name={data.name}
            onFix={() => onEdit(id)}
          />
        ),
      },
    ],
    [t, troubleText, onEdit],
  )
}
