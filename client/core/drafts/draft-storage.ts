import type { z } from 'zod'
import { readRawDrafts } from '#client/core/offline/database/raw-read.ts'
import { offline } from '#client/core/offline/read/queries.ts'
import { session } from '#client/core/session/session-state.ts'
import { durableDraft } from './durable-draft.ts'

/** The key contains the database name, so that each user of the device has separate unsaved input. */
const draftKey = (name: string) => keyPrefix(offline.getState().engine?.db.name ?? '') + name
const keyPrefix = (database: string) => `assay.draft.${database}.`

/**
 * Drafts are read from `localStorage`, because a screen needs them in its first render. Browsers write it to disk only
 * after seconds, so each draft has a copy in IndexedDB, which is on disk at once.
 */
const copyPrefix = 'stored:'
const copies = new Map<string, ReturnType<typeof durableDraft>>()

function copyOf(name: string): ReturnType<typeof durableDraft> {
  const copy = copies.get(name) ?? durableDraft(copyPrefix + name)
  copies.set(name, copy)
  return copy
}

/** Stores unsaved input, so that it is restored after the browser is killed. */
export function storeDraft(name: string, draft: unknown): void {
  // Demo mode stores nothing.
  if (session.getState().demo) return
  const text = JSON.stringify(draft)
  void copyOf(name).save(text)
  try {
    localStorage.setItem(draftKey(name), text)
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

/** The copy says that the draft is deleted: without it, a killed browser would show the draft again from `localStorage`. */
export function deleteDraft(name: string): void {
  localStorage.removeItem(draftKey(name))
  void copyOf(name).save(null)
}

/** Applies what a killed browser had not written to `localStorage`. Called before the first screen of a user. */
export async function restoreDrafts(database: string): Promise<void> {
  for (const { name, value } of await readRawDrafts(database)) {
    if (!name.startsWith(copyPrefix)) continue
    const key = keyPrefix(database) + name.slice(copyPrefix.length)
    try {
      if (typeof value === 'string') localStorage.setItem(key, value)
      else localStorage.removeItem(key)
    } catch {
      // Ignored when storage is full: the copy stays.
    }
  }
}

/** Drafts of data that is read from the server again, and answers that are saved already. */
const notTyped = ['known-sensors', 'known-products', 'last-answers.'].map((name) => copyPrefix + name)

/** Whether a user has typed or scanned something on this device that is not saved. */
export async function hasUnsavedInput(database: string): Promise<boolean> {
  return (await readRawDrafts(database)).some(
    ({ name, value }) => value !== null && !notTyped.some((one) => name.startsWith(one)),
  )
}
