import { renderHook, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setUpDevice } from '#client/ui/test/screen.fixture.tsx'
import { uuid7 } from '#shared/sync/uuid7.ts'
import { useNewestRecords, useRecordPage, useUnsentRecords } from './queries.ts'

type Thing = { name: string }
const found = ({ name }: Thing) => name.endsWith('7')

async function deviceWith(count: number) {
  const device = await setUpDevice({ texts: [], answer: () => 'away' })
  const rows = Array.from({ length: count }, (_, place) => ({
    entity: 'thing',
    id: uuid7(1_800_000_000_000 + place),
    ver: 1,
    gen: 0,
    data: { name: `Thing ${place}` },
  }))
  await device.engine.db.records.bulkPut([
    ...rows,
    ...rows.slice(0, 5).map((row) => ({ ...row, entity: 'other', data: { name: 'Other 7' } })),
  ])
  return device
}
const namesOf = (rows: readonly { data: Thing }[] | undefined) => rows?.map(({ data }) => data.name)

test('finds the pages and the number of matches among more records than one request reads [OF02]', async () => {
  await deviceWith(1_205)
  const hook = renderHook(({ page }) => useRecordPage<Thing>('thing', { page, limit: 10 }, found), {
    initialProps: { page: 1 },
  })
  await waitFor(() => expect(hook.result.current.data?.total).toBe(120))
  expect(namesOf(hook.result.current.data?.rows)).toEqual(
    Array.from({ length: 10 }, (_, n) => `Thing ${1197 - n * 10}`),
  )
  hook.rerender({ page: 12 })
  await waitFor(() => expect(namesOf(hook.result.current.data?.rows)?.at(-1)).toBe('Thing 7'))
  expect(hook.result.current.data).toMatchObject({ total: 120, rows: { length: 10 } })
  hook.rerender({ page: 13 })
  await waitFor(() => expect(hook.result.current.data).toEqual({ rows: [], total: 120 }))
})

test('returns the newest matches up to a limit [OF02]', async () => {
  await deviceWith(1_205)
  const hook = renderHook(() => useNewestRecords<Thing>('thing', 3, found))
  await waitFor(() => expect(namesOf(hook.result.current)).toEqual(['Thing 1197', 'Thing 1187', 'Thing 1177']))
})

test('returns only the records with unsent operations [OF02]', async () => {
  const { engine } = await deviceWith(20)
  const hook = renderHook(() => useUnsentRecords<Thing>('thing'))
  await waitFor(() => expect(hook.result.current).toEqual([]))
  const save = (set: object) => engine.enqueue({ entity: 'thing', kind: 'create', set: { ...set }, payloadV: 1 })
  const { recordId } = await save({ name: 'New' })
  await engine.enqueue({ entity: 'thing', kind: 'update', recordId, set: { name: 'Newer' }, payloadV: 2 })
  await waitFor(() => expect(namesOf(hook.result.current)).toEqual(['Newer']))
})
