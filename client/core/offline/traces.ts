import { Dexie } from 'dexie'

/** What one user typed and did not save stands under keys that begin so. */
export const draftPrefix = (database: string): string => `assay.draft.${database}.`

/** Takes away what a device keeps of one user beside their database: drafts, and databases named after it. */
export async function forgetTraces(database: string): Promise<void> {
  for (const key of Object.keys(localStorage)) if (key.startsWith(draftPrefix(database))) localStorage.removeItem(key)
  const names = await Dexie.getDatabaseNames()
  await Promise.all(names.filter((name) => name.startsWith(`${database}.`)).map((name) => Dexie.delete(name)))
}
