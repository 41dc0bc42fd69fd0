import type { Dexie, Table } from 'dexie'
import type { z } from 'zod'
import { ownDatabase } from './own-database.ts'
import { session } from './session.ts'

type Database = Dexie & { drafts: Table<{ name: string; value: unknown }, string> }

const database = ownDatabase<Database>('drafts', { drafts: 'name' })

/**
 * A draft that has to survive the browser being killed under it. What `localStorage` keeps is on the disk only seconds or
 * minutes later, and has no room for thousands of codes.
 */
export type StoredDraft = {
  keep(value: unknown): Promise<void>
  drop(): Promise<void>
}

/** Writes one after the other; of values that wait only the newest. */
export function storedDraft(name: string): StoredDraft {
  let newest: unknown
  let last = Promise.resolve()
  const write = (value: unknown, work: () => PromiseLike<unknown>) => {
    newest = value
    last = last
      .then(async () => {
        if (newest === value) await work()
      })
      // A full disk: what is typed stays on screen, and saving says it.
      .catch(() => undefined)
    return last
  }
  return {
    // What is tried out in demo mode leaves nothing behind.
    keep: async (value) =>
      session.getState().demo ? undefined : write(value, () => database().drafts.put({ name, value })),
    drop: () => write(undefined, () => database().drafts.delete(name)),
  }
}

/** What was kept; undefined where there is nothing, or nothing that this version can read. */
export async function readDraft<T>(name: string, schema: z.ZodType<T>): Promise<T | undefined> {
  if (session.getState().demo) return undefined
  const row = await database()
    .drafts.get(name)
    .catch(() => undefined)
  return schema.safeParse(row?.value).data
}
