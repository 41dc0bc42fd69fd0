import { type Collection, cmp, Dexie, type IndexableType, type Table } from 'dexie'
import type { RecordKey } from './database.ts'

// A request to IndexedDB costs more than a row. Rows that are created together have adjacent keys, because ids begin
// with their time and positions count up.

/** If the range contains at most this many times the wanted rows, all of it is read in one request. */
const maxReadRatio = 2

type RowKey = string | number | RecordKey

/** Returns the rows whose `index` is one of these keys. */
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

/** The rows of an entity, in the order of the records' ids. */
export function rowsOfEntity<T, K, I>(
  table: Table<T, K, I>,
  index: '[entity+id]' | '[entity+recordId]',
  entity: string,
): Collection<T, K, I> {
  return table.where(index).between([entity, Dexie.minKey], [entity, Dexie.maxKey])
}

/** Deletes rows by their positions, consecutive ones as ranges. The rows must exist. */
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

/** Groups whole numbers into ranges without gaps, in ascending order. */
export function runsOf(places: readonly number[]): Run[] {
  const runs: Run[] = []
  for (const place of places.toSorted((a, b) => a - b)) {
    const run = runs.at(-1)
    if (run && place <= run.last + 1) run.last = place
    else runs.push({ first: place, last: place })
  }
  return runs
}
