import { Button } from '@chakra-ui/react'
import { useCallback, useEffect } from 'react'
import { LuClipboardCheck, LuPlus } from 'react-icons/lu'
import { Link } from 'react-router'
import { useText } from '#client/core/i18n/i18n.ts'
import { type OfflineRecord, useConflicts, useIsIncomplete, useRecordPage } from '#client/core/offline/read/queries.ts'
import { useFixLink } from '#client/core/offline/read/use-fix-link.ts'
import { useDeniedReason } from '#client/core/session/use-denied-reason.ts'
import type { KnownForms } from '#client/submission/known-forms.ts'
import { isAboutHeader } from '#client/submission/rejection-problems.ts'
import { useDialogs } from '#client/ui/dialog/use-dialogs.ts'
import { ButtonWithReason, type ReasonAlign } from '#client/ui/feedback/button-with-reason.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { useChangeParams } from '#client/ui/layout/use-change-params.ts'
import { DataTable } from '#client/ui/table/data-table.tsx'
import { usePaging } from '#client/ui/table/paging.ts'
import { type SubmissionView, submissionEntity } from '#shared/submission/record.ts'
import { cellStyles, useSubmissionColumns } from './columns.tsx'
import { EditSubmissionDialog } from './edit-dialog.tsx'
import { findAnswer, isHeadMatch } from './find-answer.ts'
import { PreviewDialog } from './preview-dialog.tsx'

type OpenDialog = { kind: 'add' } | { kind: 'edit'; about: OfflineRecord<SubmissionView> }

type Props = {
  forms: KnownForms | undefined
  previewing: string | undefined
  onEnter: (id: string) => void
  onCreated: (id: string) => void
  onPreview: (id: string) => void
  onClosePreview: () => void
}

/** Lists the submissions on this device. */
export function SubmissionList({ forms, previewing, onEnter, onCreated, onPreview, onClosePreview }: Props) {
  const t = useText('submission')
  const deniedReason = useDeniedReason('merchantOrDealer')
  const paging = usePaging()
  const search = paging.query.search?.toLowerCase()
  const matches = useCallback(
    (data: SubmissionView, id: string) => {
      const structure = forms?.structureOf(data)
      if (isHeadMatch(data, structure, search ?? '')) return true
      return structure !== undefined && findAnswer(id, data, structure, search ?? '') !== undefined
    },
    [search, forms],
  )
  const submissions = useRecordPage<SubmissionView>(submissionEntity, paging.query, search ? matches : undefined)
  const conflicts = useConflicts(submissionEntity)
  const { open, setOpen, close, about } = useDialogs<OpenDialog>()
  const edit = useCallback((row: OfflineRecord<SubmissionView>) => setOpen({ kind: 'edit', about: row }), [setOpen])
  const fix = useCallback(
    (row: OfflineRecord<SubmissionView>, isHead: boolean) => (isHead ? edit(row) : onEnter(row.id)),
    [edit, onEnter],
  )
  const columns = useSubmissionColumns(forms, conflicts, search, fix)
  useFixLink<SubmissionView>(
    submissionEntity,
    useCallback((row) => fix(row, isAboutHeader(row.rejection)), [fix]),
  )
  const withoutForm = forms?.offered.length === 0
  const isIncomplete = useIsIncomplete()
  const formsReason = t(isIncomplete ? 'formsUnread' : 'noForms')
  const reason = deniedReason ?? (withoutForm ? formsReason : undefined)
  useNewLink(forms !== undefined && reason === undefined, setOpen)
  const addButton = (label: string, align: ReasonAlign) => (
    <ButtonWithReason disabledReason={reason} align={align} onClick={() => setOpen({ kind: 'add' })}>
      <LuPlus aria-hidden />
      {label}
    </ButtonWithReason>
  )
  const disabled = deniedReason !== undefined
  const actions = useCallback(
    (row: OfflineRecord<SubmissionView>) => [
      { id: 'insert', label: t('insert'), disabled, onSelect: () => onEnter(row.id) },
      { id: 'edit', label: t('edit'), disabled, onSelect: () => edit(row) },
      { id: 'preview', label: t('preview'), onSelect: () => onPreview(row.id) },
    ],
    [t, disabled, edit, onEnter, onPreview],
  )
  return (
    <Page title={t('title')} description={t('description')} actions={addButton(t('create'), 'heading')}>
      <DataTable
        label={t('list')}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ data }) => data.custom_id}
        // Rows are rendered once, when all of their data is loaded.
        read={forms && conflicts ? submissions : { ...submissions, data: undefined }}
        paging={paging}
        searchable
        actions={actions}
        styles={cellStyles}
        empty={
          <EmptyState
            icon={LuClipboardCheck}
            title={t('emptyTitle')}
            hint={isIncomplete ? formsReason : t('emptyHint')}
          >
            {withoutForm && !isIncomplete ? (
              <Button asChild>
                <Link to="/form">{t('toForms')}</Link>
              </Button>
            ) : (
              addButton(t('createFirst'), 'center')
            )}
          </EmptyState>
        }
      />
      {forms && open && (
        <EditSubmissionDialog
          submission={about('edit')}
          conflicts={conflicts ?? []}
          forms={forms}
          onClose={close}
          onCreated={onCreated}
        />
      )}
      {forms && previewing && (
        <PreviewDialog id={previewing} forms={forms} onClose={onClosePreview} onEdit={() => onEnter(previewing)} />
      )}
    </Page>
  )
}

/** Begins a submission by a link with `?new`, such as the shortcut of the installed app. A reload does not begin another one. */
function useNewLink(isAble: boolean, setOpen: (open: OpenDialog) => void): void {
  const [params, change] = useChangeParams()
  const isAsked = isAble && params.has('new')
  useEffect(() => {
    if (!isAsked) return
    setOpen({ kind: 'add' })
    change({ new: undefined })
  }, [isAsked, setOpen, change])
}
