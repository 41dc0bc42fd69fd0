import { useMemo } from 'react'
import { useSavedList } from '#client/core/offline/records.ts'
import { type FormRecord, formEntity } from '#shared/form/record.ts'
import { type SubmissionRecord, submissionEntity } from '#shared/submission/record.ts'
import { missingIn } from '#shared/submission/rules.ts'

export type CompleteSubmission = { id: string; label: string }

/** The submissions of this device that have everything their form asks for, the newest first. */
export function useCompleteSubmissions(): CompleteSubmission[] | undefined {
  const submissions = useSavedList<SubmissionRecord>(submissionEntity)
  const forms = useSavedList<FormRecord>(formEntity)
  return useMemo(() => {
    if (!submissions || !forms) return undefined
    const byId = new Map(forms.map(({ id, data }) => [id, data]))
    return submissions.flatMap(({ id, data }) => {
      const form = byId.get(data.formId)
      return form && isComplete(data, form) ? [{ id, label: `${data.custom_id} — ${form.name}` }] : []
    })
  }, [submissions, forms])
}

/** Judged by the revision of the form that the submission was begun with. */
export function isComplete({ formRevision, answers, ranges }: SubmissionRecord, form: FormRecord): boolean {
  const { sections } = form.revisions[formRevision] ?? form
  const given = Object.entries(answers).map(([questionId, value]) => ({ questionId, value }))
  const recorded = Object.entries(ranges).map(([key, range]) => {
    const [sectionId = '', ...sensor] = key.split(':')
    return { sectionId, sensorId: sensor.join(':'), ...range }
  })
  return missingIn(sections, given, recorded).length === 0
}
