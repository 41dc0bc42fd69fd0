import { useMemo } from 'react'
import {
  type OfflineRecord,
  recordListQuery,
  serverBaseQuery,
  useRecordList,
  useServerBase,
} from '#client/core/offline/read/queries.ts'
import type { FormStructure } from '#shared/form/contract.ts'
import { type FormView, formEntity, structureAt } from '#shared/form/record.ts'
import type { SubmissionView } from '#shared/submission/record.ts'

export type KnownForms = {
  /** The forms with which a submission can be started. */
  offered: readonly OfflineRecord<FormView>[]
  structureOf(submission: SubmissionView): FormStructure | undefined
}

/** The query of `useKnownForms`. */
export const knownForms = [recordListQuery<FormView>(formEntity), serverBaseQuery<FormView>(formEntity)]

/** The forms of this device; undefined while they are loaded. */
export function useKnownForms(): KnownForms | undefined {
  const saved = useRecordList<FormView>(formEntity)
  const server = useServerBase<FormView>(formEntity)
  return useMemo(() => {
    if (!saved || !server) return undefined
    const views = new Map(saved.map(({ id, data }) => [id, data]))
    return {
      // A form that the server rejected must be corrected first.
      offered: saved.filter(({ data, state, ver }) => !data.removedAt && (state !== 'attention' || ver > 0)),
      structureOf: ({ formId, formRevision }) => structureAt(views.get(formId), server.get(formId), formRevision),
    }
  }, [saved, server])
}
