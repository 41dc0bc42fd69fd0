import { useEffect, useState } from 'react'
import { dropDraft, keepDraft, keptDraft } from '#client/core/kept-draft.ts'
import type { Saved } from '#client/core/offline/records.ts'
import { useUnsaved } from '#client/core/unsaved.ts'
import type { Range } from '#shared/submission/contract.ts'
import type { SubmissionView } from '#shared/submission/record.ts'
import { type Change, type Fields, same } from '#shared/sync/rules.ts'
import { nothingTyped, Typed, typing } from './typed.ts'

/** What somebody types into a submission. It outlives the page, until it is saved or given up. */
export function useTyped({ id, data }: Saved<SubmissionView>) {
  const keptAs = `submission.${id}`
  const [kept] = useState(() => keptDraft(keptAs, Typed))
  const [typed, setTyped] = useState<Typed>(kept ?? nothingTyped)
  const dirty = Object.keys(typed).length > 0
  useUnsaved(dirty)
  useEffect(() => (dirty ? keepDraft(keptAs, typed) : dropDraft(keptAs)), [dirty, keptAs, typed])
  return {
    typed,
    restored: kept !== undefined,
    type: (path: string, value: string | Range) => setTyped((before) => typing(before, data, path, value)),
    forget() {
      dropDraft(keptAs)
      setTyped(nothingTyped)
    },
    /** What has been typed since stays, as a change of what was saved. */
    forgetSaved(typed: Typed, saved: Fields) {
      const since = (now: Typed) => Object.entries(now).filter(([path, { to }]) => !same(to, typed[path]?.to))
      const built = ([path, change]: [string, Change]): [string, Change] => {
        return [path, typed[path] ? { ...change, from: saved[path] } : change]
      }
      setTyped((now) => Object.fromEntries(since(now).map(built)))
    },
  }
}
