import { type Collection, cmp, Dexie, type IndexableType, type Table } from 'dexie'
import type { RecordKey } from './database.ts'

// Each request to IndexedDB costs the browser more than a row does. What is made in a row lies in a row: ids begin with their
// time, places count up.

/** So many times the wanted rows may lie between the first and the last of them to be read along in one request. */
const maxReadRatio = 2

type RowKey = string | number | RecordKey

/** The rows whose `index` is one of these keys. */
export async function readKeys<T, K, I>(
  table: Table<T, K, I>,
  index: string,
  keys: readonly RowKey[],
  keyOf: (row: T) => RowKey,
): Promise<T[]> {
  if (keys.length === 0) return []
  const sorted = keys.toSorted(cmp)
  const wanted = new Set(sorted.map(String))
  const range = table.where(index).between(sorted[0] as IndexableType, sorted.at(-1) as IndexableType, true, true)
  const count = await range.clone().count()
  if (count === 0) return []
  const isLoose = count > maxReadRatio * wanted.size
  const rows = isLoose
    ? await table
        .where(index)
        .anyOf(sorted as IndexableType[])
        .toArray()
    : await range.toArray()
  return rows.filter((row) => wanted.has(String(keyOf(row))))
}

/** What a table holds of an entity, in the order of the records' ids. */
export function rowsOfEntity<T, K, I>(
  table: Table<T, K, I>,
  index: '[entity+id]' | '[entity+recordId]',
  entity: string,
): Collection<T, K, I> {
  return table.where(index).between([entity, Dexie.minKey], [entity, Dexie.maxKey])
}

/** Deletes rows that are there, by places that count up. */
export async function deletePositions<T, I>(table: Table<T, number, I>, places: readonly number[]): Promise<void> {
  const [single, runs] = [[] as number[], [] as Run[]]
  for (const run of runsOf(places)) {
    if (run.first === run.last) single.push(run.first)
    else runs.push(run)
  }
  await Promise.all([
    table.bulkDelete(single),
    ...runs.map(({ first, last }) => table.where(':id').between(first, last, true, true).delete()),
  ])
}

export type Run = { first: number; last: number }

/** Whole numbers as the runs without a gap that they form, in their order. */
export function runsOf(places: readonly number[]): Run[] {
  const runs: Run[] = []
  for (const place of places.toSorted((a, b) => a - b)) {
    const run = runs.at(-1)
    if (run && place <= run.last + 1) run.last = place
    else runs.push({ first: place, last: place })
  }
  return runs
}
