import { useState } from 'react'
import { useController, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { useTask } from '#client/core/async/use-task.ts'
import { correctedNow } from '#client/core/clock/server-clock.ts'
import { deleteDraft } from '#client/core/drafts/draft-storage.ts'
import { useStoredForm } from '#client/core/drafts/use-stored-form.ts'
import { formatLocalDate } from '#client/core/format/date.ts'
import { fromLocalInput, toLocalInput } from '#client/core/format/datetime-input.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { notify } from '#client/core/notify.ts'
import type { ConflictRow } from '#client/core/offline/database/database.ts'
import type { OfflineRecord } from '#client/core/offline/read/queries.ts'
import { useDeniedReason } from '#client/core/session/use-denied-reason.ts'
import { initialAnswers } from '#client/form/fill/initial-answers.ts'
import { FieldConflicts } from '#client/submission/field-conflicts.tsx'
import type { KnownForms } from '#client/submission/known-forms.ts'
import { submissionRejectionProblems } from '#client/submission/rejection-problems.ts'
import { createSubmission, updateSubmission } from '#client/submission/save.ts'
import { InlineAlert } from '#client/ui/feedback/inline-alert.tsx'
import { DateInput } from '#client/ui/form/date/date-input.tsx'
import { DialogActions } from '#client/ui/form/dialog-actions.tsx'
import { FieldFrame, type FieldProps, SelectField, TextField } from '#client/ui/form/field.tsx'
import { Form, useForm } from '#client/ui/form/form.tsx'
import { FormDialog } from '#client/ui/form/form-dialog.tsx'
import { useOnlyChoice } from '#client/ui/form/search/use-only-choice.ts'
import { RejectedChangeAlert } from '#client/ui/record/rejected-change-alert.tsx'
import { SubmissionInput } from '#shared/submission/contract.ts'
import type { SubmissionView } from '#shared/submission/record.ts'

type Props = {
  /** Undefined for a new submission. */
  submission: OfflineRecord<SubmissionView> | undefined
  conflicts: readonly ConflictRow[]
  forms: KnownForms
  onClose: () => void
  /** Called with the id of a new submission whose form asks for data. */
  onCreated: (id: string) => void
}
type FormProps = Props & { draftName: string }
const SubmissionForm = SubmissionInput.omit({ id: true, formRevision: true, timeZone: true })
type SubmissionForm = z.infer<typeof SubmissionForm>

/** Edits the date, form and identifier of a submission. The form cannot be changed afterwards. */
export function EditSubmissionDialog(props: Props) {
  const t = useText('submission')
  const [isNew] = useState(props.submission === undefined)
  const draftName = `submission.head.${props.submission?.id ?? 'new'}`
  const close = () => {
    deleteDraft(draftName)
    props.onClose()
  }
  return (
    <FormDialog open onClose={close} title={isNew ? t('create') : t('edit')}>
      <EditSubmissionForm {...props} draftName={draftName} onClose={close} />
    </FormDialog>
  )
}

function EditSubmissionForm({ submission, conflicts, forms, draftName, onClose, onCreated }: FormProps) {
  const t = useText('submission')
  const ui = useText('ui')
  const deniedReason = useDeniedReason('merchantOrDealer')
  const [opened] = useState(submission)
  const form = useForm<SubmissionForm, SubmissionForm>(
    SubmissionForm,
    opened
      ? { date: opened.data.date, formId: opened.data.formId, custom_id: opened.data.custom_id }
      : { date: new Date(correctedNow()).toISOString(), formId: '', custom_id: '' },
  )
  const isRestored = useStoredForm(form, draftName)
  useOnlyChoice(form, 'formId', forms.offered.length === 1 ? forms.offered[0]!.id : undefined)
  const formId = useWatch({ control: form.control, name: 'formId' })
  const chosen = forms.offered.find(({ id }) => id === formId)
  const structure = opened ? forms.structureOf(opened.data) : chosen?.data
  const label = structure?.custom_id_label || t('identifier')
  const options = opened
    ? [{ value: formId, label: structure?.name ?? t('unknownForm') }]
    : forms.offered.map(({ id, data }) => ({ value: id, label: data.name }))
  const save = useTask(async ({ formId: _, ...fields }: SubmissionForm) => {
    const answers = chosen && initialAnswers(chosen.id, chosen.data, new Date(correctedNow()))
    const created = opened ? undefined : await createSubmission(chosen!, fields, answers)
    if (opened) await updateSubmission(opened, fields)
    onClose()
    notify({ tone: 'success', title: t(opened ? 'updated' : 'created') })
    if (created && structure && structure.sections.length > 0) onCreated(created)
  })
  const own = conflicts.filter(({ recordId }) => recordId === opened?.id)
  return (
    <Form form={form} onSubmit={save.mutateAsync}>
      <RejectedChangeAlert
        record={submission ?? {}}
        problems={submissionRejectionProblems}
        disabledReason={deniedReason}
        onDiscarded={onClose}
        onRetried={onClose}
      />
      {isRestored && <InlineAlert status="info">{ui('draftBack')}</InlineAlert>}
      <DateField control={form.control} label={t('date')} />
      <FieldConflicts conflicts={own} path="date" words={(value) => formatLocalDate(String(value))} />
      <SelectField
        control={form.control}
        name="formId"
        label={t('form')}
        options={options}
        required
        disabled={opened !== undefined}
        hint={opened && t('formLocked')}
      />
      <TextField control={form.control} name="custom_id" label={label} required maxLength={120} />
      <FieldConflicts conflicts={own} path="custom_id" words={String} />
      <DialogActions disabledReason={deniedReason} loading={save.isPending}>
        {ui('save')}
      </DialogActions>
    </Form>
  )
}

function DateField({ control, label }: Pick<FieldProps<SubmissionForm, SubmissionForm>, 'control' | 'label'>) {
  const { field, fieldState } = useController({ control, name: 'date' })
  return (
    <FieldFrame label={label} required error={fieldState.error?.message}>
      <DateInput
        withTime
        {...field}
        value={toLocalInput(field.value)}
        onChange={(value) => field.onChange(fromLocalInput(value))}
      />
    </FieldFrame>
  )
}
