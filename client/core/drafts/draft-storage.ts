import type { z } from 'zod'
import { offline } from '#client/core/offline/read/queries.ts'
import { session } from '#client/core/session/session-state.ts'

/** The key contains the database name, so that each user of the device has separate unsaved input. */
const draftKey = (name: string) => `assay.draft.${offline.getState().engine?.db.name ?? ''}.${name}`

/** Stores unsaved input, so that it is restored after the browser is killed. */
export function storeDraft(name: string, draft: unknown): void {
  // Demo mode stores nothing.
  if (session.getState().demo) return
  try {
    localStorage.setItem(draftKey(name), JSON.stringify(draft))
  } catch {
    // Ignored when storage is full: the input stays on screen, and saving it reports the error.
  }
}

/** Returns the stored unsaved input, or undefined when there is none or its format is not valid for this version. */
export function loadDraft<T>(name: string, schema: z.ZodType<T>): T | undefined {
  const text = localStorage.getItem(draftKey(name))
  if (text === null) return undefined
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

export function deleteDraft(name: string): void {
  localStorage.removeItem(draftKey(name))
}
