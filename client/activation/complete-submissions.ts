import { useMemo } from 'react'
import { useNewestRecords, useRecord, useRecordList, useServerBase } from '#client/core/offline/read/queries.ts'
import { type FormView, formEntity, structureAt } from '#shared/form/record.ts'
import { answersOf, beginningOf, rangesOf, type SubmissionView, submissionEntity } from '#shared/submission/record.ts'
import { findMissingParts } from '#shared/submission/rules.ts'

type CompleteSubmission = { id: string; label: string }
type OfferedSubmissions = {
  /** The newest ones that match the search, and the chosen one. */
  offered: CompleteSubmission[]
  /** More match than are offered. */
  hasMore: boolean
  /** False when the chosen submission is incomplete, or not on this device. */
  isChosenComplete: boolean
}

/** Further submissions are found by search. */
const maxOfferedSubmissions = 200

/** The submissions of this device that have all answers that their form requires, newest first. */
export function useCompleteSubmissions(search: string, chosenId: string): OfferedSubmissions | undefined {
  const labelOf = useCompleteLabel()
  const searched = search.trim().toLowerCase()
  const matches = useMemo(
    () =>
      labelOf && ((data: SubmissionView, id: string) => labelOf(data, id)?.toLowerCase().includes(searched) ?? false),
    [labelOf, searched],
  )
  const found = useNewestRecords<SubmissionView>(submissionEntity, maxOfferedSubmissions + 1, matches)
  const chosen = useRecord<SubmissionView>(submissionEntity, chosenId || undefined)
  return useMemo(() => {
    if (!labelOf || !found) return undefined
    const listed = found.slice(0, maxOfferedSubmissions)
    const isListed = listed.some(({ id }) => id === chosenId)
    const offered = [...(chosen && !isListed ? [chosen] : []), ...listed].flatMap(({ id, data }) => {
      const label = labelOf(data, id)
      return label === undefined ? [] : [{ id, label }]
    })
    return {
      offered,
      hasMore: found.length > maxOfferedSubmissions,
      isChosenComplete: !chosenId || chosen === undefined || offered.some(({ id }) => id === chosenId),
    }
  }, [labelOf, found, chosen, chosenId])
}

/** Returns the label of a complete submission; undefined for others. */
function useCompleteLabel(): ((data: SubmissionView, id: string) => string | undefined) | undefined {
  const forms = useRecordList<FormView>(formEntity)
  const server = useServerBase<FormView>(formEntity)
  return useMemo(() => {
    if (!forms || !server) return undefined
    const views = new Map(forms.map(({ id, data }) => [id, data]))
    return (data, id) => {
      const form = structureAt(views.get(data.formId), server.get(data.formId), data.formRevision)
      if (!form) return undefined
      const missing = findMissingParts(form.sections, answersOf(data), rangesOf(data), beginningOf(id, data))
      if (missing.length > 0) return undefined
      return `${data.custom_id} — ${form.name}`
    }
  }, [forms, server])
}
