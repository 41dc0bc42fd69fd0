import type { Dexie, Table } from 'dexie'
import type { z } from 'zod'
import { session } from '#client/core/session/session.ts'
import { userDatabase } from './user-database.ts'

type Database = Dexie & { drafts: Table<{ name: string; value: unknown }, string> }

const database = userDatabase<Database>('drafts', { drafts: 'name' })

/**
 * A draft that survives a killed browser. `localStorage` is written to disk only after seconds or minutes, and has no
 * room for thousands of codes.
 */
export type DurableDraft = {
  save(value: unknown): Promise<void>
  remove(): Promise<void>
}

/** Writes one after the other; of values that wait only the newest. */
export function durableDraft(name: string): DurableDraft {
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
    save: async (value) =>
      session.getState().demo ? undefined : write(value, () => database().drafts.put({ name, value })),
    remove: () => write(undefined, () => database().drafts.delete(name)),
  }
}

/** What was kept; undefined where there is nothing, or nothing that this version can read. */
export async function loadDurableDraft<T>(name: string, schema: z.ZodType<T>): Promise<T | undefined> {
  if (session.getState().demo) return undefined
  const row = await database()
    .drafts.get(name)
    .catch(() => undefined)
  return schema.safeParse(row?.value).data
}
