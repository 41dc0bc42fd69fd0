import type { Dexie, Table } from 'dexie'
import type { z } from 'zod'
import { session } from '#client/core/session/session-state.ts'
import { userDatabase } from './user-database.ts'

type Database = Dexie & { drafts: Table<{ name: string; value: unknown }, string> }

const database = userDatabase<Database>('drafts', { drafts: 'name' })

/**
 * Unsaved input that survives a killed browser. IndexedDB is used because browsers write `localStorage` to disk only after
 * seconds or minutes, and its quota is too small for thousands of codes.
 */
type DurableDraft = {
  save(value: unknown): Promise<SaveResult>
  remove(): Promise<void>
}

/** `skipped`: a newer value was saved before this one was written, or the page is in demo mode, which stores nothing. */
export type SaveResult = 'stored' | 'failed' | 'skipped'

/** Writes are serialized. Of the queued values only the newest is written. */
export function durableDraft(name: string): DurableDraft {
  let newest: unknown
  let last: Promise<unknown> = Promise.resolve()
  const write = (value: unknown, work: (drafts: Database['drafts']) => PromiseLike<unknown>) => {
    newest = value
    // Taken now: until the write, another user may have signed in.
    const { drafts } = database()
    const result = last.then(async (): Promise<SaveResult> => {
      if (newest !== value) return 'skipped'
      try {
        await work(drafts)
        return 'stored'
      } catch {
        return 'failed'
      }
    })
    last = result
    return result
  }
  return {
    save: async (value) =>
      session.getState().demo ? 'skipped' : write(value, (drafts) => drafts.put({ name, value })),
    remove: async () => {
      await write(undefined, (drafts) => drafts.delete(name))
    },
  }
}

/** Returns the stored unsaved input, or undefined when there is none or its format is not valid for this version. */
export async function loadDurableDraft<T>(name: string, schema: z.ZodType<T>): Promise<T | undefined> {
  if (session.getState().demo) return undefined
  const row = await database()
    .drafts.get(name)
    .catch(() => undefined)
  return schema.safeParse(row?.value).data
}
