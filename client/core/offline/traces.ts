import { Dexie } from 'dexie'
import { draftPrefix } from '#client/core/kept-draft.ts'

/** Takes away what a device keeps of one user beside their database: drafts, and databases named after it. */
export async function forgetTraces(database: string): Promise<void> {
  for (const key of Object.keys(localStorage)) if (key.startsWith(draftPrefix(database))) localStorage.removeItem(key)
  const names = await Dexie.getDatabaseNames()
  await Promise.all(names.filter((name) => name.startsWith(`${database}.`)).map((name) => Dexie.delete(name)))
}
