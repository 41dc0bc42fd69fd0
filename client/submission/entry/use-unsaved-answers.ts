import { useEffect, useState } from 'react'
import { deleteDraft, loadDraft, storeDraft } from '#client/core/drafts/draft-storage.ts'
import { useUnsaved } from '#client/core/drafts/unsaved-changes.ts'
import { releaseCapturedFiles } from '#client/core/offline/files/device-files.ts'
import { type OfflineRecord, offline } from '#client/core/offline/read/queries.ts'
import type { TimeRange } from '#shared/submission/answers.ts'
import type { SubmissionView } from '#shared/submission/record.ts'
import { type FieldChange, type Fields, isEqualData } from '#shared/sync/rules.ts'
import { noUnsavedAnswers, UnsavedAnswers, withAnswer } from './unsaved-answers.ts'

/** If it fails, the data of the device was closed, and the files are removed when the submission is opened again. */
function releaseFiles(id: string): void {
  const { engine } = offline.getState()
  if (engine) releaseCapturedFiles(engine.db, id).catch(() => undefined)
}

/** The unsaved input of a submission. It survives a reload, until it is saved or discarded. */
export function useUnsavedAnswers({ id, data }: OfflineRecord<SubmissionView>) {
  const draftName = `submission.${id}`
  const [storedDraft] = useState(() => loadDraft(draftName, UnsavedAnswers))
  const [typed, setTyped] = useState<UnsavedAnswers>(storedDraft ?? noUnsavedAnswers)
  const dirty = Object.keys(typed).length > 0
  useUnsaved(dirty)
  // The files of input that was saved or discarded before.
  useEffect(() => {
    if (storedDraft === undefined) releaseFiles(id)
  }, [id, storedDraft])
  useEffect(() => (dirty ? storeDraft(draftName, typed) : deleteDraft(draftName)), [dirty, draftName, typed])
  return {
    typed,
    restored: storedDraft !== undefined,
    type: (path: string, value: string | TimeRange) => setTyped((before) => withAnswer(before, data, path, value)),
    forget() {
      deleteDraft(draftName)
      setTyped(noUnsavedAnswers)
      releaseFiles(id)
    },
    /** Input since the save stays unsaved, now compared with the saved values. */
    forgetSaved(typed: UnsavedAnswers, saved: Fields) {
      const since = (now: UnsavedAnswers) =>
        Object.entries(now).filter(([path, { to }]) => !isEqualData(to, typed[path]?.to))
      const built = ([path, change]: [string, FieldChange]): [string, FieldChange] => {
        return [path, typed[path] ? { ...change, from: saved[path] } : change]
      }
      setTyped((now) => Object.fromEntries(since(now).map(built)))
    },
  }
}
