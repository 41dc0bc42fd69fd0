import { useMemo } from 'react'
import { useRecordList, useServerBase } from '#client/core/offline/read/queries.ts'
import { type FormView, formEntity, structureAt } from '#shared/form/record.ts'
import { answersOf, rangesOf, type SubmissionView, submissionEntity } from '#shared/submission/record.ts'
import { findMissingParts } from '#shared/submission/rules.ts'

type CompleteSubmission = { id: string; label: string }

/** The submissions of this device that have all answers that their form requires, newest first. */
export function useCompleteSubmissions(): CompleteSubmission[] | undefined {
  const submissions = useRecordList<SubmissionView>(submissionEntity)
  const forms = useRecordList<FormView>(formEntity)
  const server = useServerBase<FormView>(formEntity)
  return useMemo(() => {
    if (!submissions || !forms || !server) return undefined
    const views = new Map(forms.map(({ id, data }) => [id, data]))
    return submissions.flatMap(({ id, data }) => {
      const form = structureAt(views.get(data.formId), server.get(data.formId), data.formRevision)
      if (!form || findMissingParts(form.sections, answersOf(data), rangesOf(data)).length > 0) return []
      return [{ id, label: `${data.custom_id} — ${form.name}` }]
    })
  }, [submissions, forms, server])
}
