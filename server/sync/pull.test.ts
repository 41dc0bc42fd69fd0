import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '#server/core/drizzle/orm.ts'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { type PulledRow, type PullResponse, syncContract } from '#shared/sync/contract.ts'
import { uuid7 } from '#shared/sync/uuid7.ts'
import { readSyncEpoch } from './epoch.ts'
import { createThings, deviceOf, thing, thingDomains } from './thing.fixture.ts'

let world: TestApp
let person: Person
beforeAll(async () => {
  world = await testApp({ domains: thingDomains, config: { databaseConnections: 16 } })
  await createThings(world)
})
afterAll(() => world.close())
beforeEach(async () => {
  person = await world.confirmedMerchant()
})

const asMerchant = (run: Parameters<TestApp['services']['db']['tenant']>[1]) =>
  world.services.db.tenant(person.merchantId!, run)
const insert = (id: string, fields: object) =>
  sql`insert into thing (id, merchant_id, fields) values (${id}, ${person.merchantId}, ${JSON.stringify(fields)})`

/** A device that only pulls. */
function follower(by = person) {
  let epoch = ''
  let since = '0'
  const pull = async (limit = 1000): Promise<PullResponse> => {
    const page = await world.api(syncContract, by).pull({ query: { epoch, since, limit } })
    ;({ epoch, cursor: since } = page)
    return page
  }
  const all = async (limit?: number): Promise<PulledRow[]> => {
    const rows: PulledRow[] = []
    for (;;) {
      const page = await pull(limit)
      rows.push(...page.rows)
      if (!page.more) return rows
    }
  }
  return { pull, all }
}

describe('changes [OF03]', () => {
  test('returns the changes of a push, of a merchant transaction and of a system transaction', async () => {
    const device = deviceOf(person)
    const me = follower()
    const op = await device.op({ set: { name: 'a' } })
    const [pushed] = (await world.api(syncContract, person).push({ body: device.body([op]) })).results
    const first = await me.pull()
    expect(first).toMatchObject({ reset: true, more: false })
    expect(first.rows).toEqual([{ entity: 'thing', id: op.recordId, ver: 1, data: { name: 'a' } }])
    expect(first.cursor).toBe(`${pushed!.seq}.thing.${op.recordId}`)

    const id = uuid7()
    await asMerchant((tx) => tx.execute(insert(id, { by: 'call' })))
    await world.services.db.system((tx) =>
      tx.execute(sql`update thing set fields = '{"by": "admin"}' where id = ${op.recordId}`),
    )
    expect(await me.pull()).toMatchObject({
      reset: false,
      rows: [
        { id, ver: 1, data: { by: 'call' } },
        { id: op.recordId, ver: 2, data: { by: 'admin' } },
      ],
    })
    expect((await me.pull()).rows).toEqual([])
  })

  test('returns deleted records as `deleted` and hidden records as `hidden`', async () => {
    const [gone, hidden, back] = [uuid7(), uuid7(), uuid7()]
    for (const id of [gone, hidden, back]) await asMerchant((tx) => tx.execute(insert(id, {})))
    const me = follower()
    expect(await me.all()).toHaveLength(3)
    await asMerchant((tx) => tx.execute(sql`delete from thing where id = ${gone} or id = ${back}`))
    await asMerchant((tx) => tx.execute(sql`update thing set fields = '{"secret": true}' where id = ${hidden}`))
    await asMerchant((tx) => tx.execute(insert(back, { again: 1 })))
    expect(await me.all()).toEqual([
      { entity: 'thing', id: gone, ver: 2, gone: 'deleted' },
      { entity: 'thing', id: hidden, ver: 2, gone: 'hidden' },
      { entity: 'thing', id: back, ver: 3, data: { again: 1 } },
    ])
  })

  test('returns a commit that is larger than a page in several pages', async () => {
    await asMerchant(async (tx) => {
      for (let k = 0; k < 25; k++) await tx.execute(insert(uuid7(), { k }))
    })
    const { rows } = await world.database.query('select n from merchant_seq where merchant_id = $1', [
      person.merchantId,
    ])
    expect(rows).toEqual([{ n: '1' }])
    const ids = (await follower().all(4)).map(({ id }) => id)
    expect(new Set(ids).size).toBe(25)
    expect(ids).toHaveLength(25)
  })

  test('ends a page at its limit of bytes, and returns a larger record in a page of its own [OF03]', async () => {
    const kB = (size: number) => 'x'.repeat(size * 1024)
    const sizes = [...Array.from({ length: 60 }, () => 0), ...Array.from({ length: 30 }, () => 100), 1500, 0, 0]
    const ids = sizes.map(() => uuid7()).sort()
    await asMerchant(async (tx) => {
      for (const [place, size] of sizes.entries()) await tx.execute(insert(ids[place]!, { text: kB(size) }))
    })
    const me = follower()
    const pages: number[][] = []
    for (let more = true; more; ) {
      const page = await me.pull()
      more = page.more
      pages.push(page.rows.map(({ data }) => (data!.text as string).length / 1024))
    }
    expect(pages.flat()).toEqual(sizes)
    expect(pages.map((page) => page.length)).toEqual([70, 10, 10, 1, 2])
  })

  test('returns no write that was rolled back, completely or to a savepoint', async () => {
    const [kept, lost] = [uuid7(), uuid7()]
    await expect(
      asMerchant(async (tx) => {
        await tx.execute(insert(lost, {}))
        await tx.execute(sql`set constraints all immediate`)
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    await asMerchant(async (tx) => {
      await tx
        .transaction(async (inner) => {
          await inner.execute(insert(lost, {}))
          await inner.execute(sql`set constraints all immediate`)
          throw new Error('no')
        })
        .catch(() => undefined)
      await tx.execute(insert(kept, {}))
    })
    const me = follower()
    expect((await me.all()).map(({ id }) => id)).toEqual([kept])
  })

  test('returns no records of another merchant', async () => {
    await asMerchant((tx) => tx.execute(insert(uuid7(), {})))
    expect(await follower(await world.confirmedMerchant()).all()).toEqual([])
  })
})

describe('reset [OF03]', () => {
  test('starts over when the cursor is beyond the newest commit, or when the epoch is another one', async () => {
    const id = uuid7()
    await asMerchant((tx) => tx.execute(insert(id, {})))
    await asMerchant((tx) => tx.execute(sql`update thing set fields = '{"a": 1}' where id = ${id}`))
    const me = follower()
    await me.all()
    expect(await me.pull()).toMatchObject({ reset: false, rows: [] })
    await world.database.query('update merchant_seq set n = 1 where merchant_id = $1', [person.merchantId])
    await world.database.query('update sync_change set seq = 1 where merchant_id = $1', [person.merchantId])
    expect(await me.pull()).toMatchObject({ reset: true, rows: [{ id }] })
    expect(await me.pull()).toMatchObject({ reset: false, rows: [] })
    await world.database.query('update merchant_seq set epoch = epoch + 1 where merchant_id = $1', [person.merchantId])
    expect(await me.pull()).toMatchObject({ reset: true, rows: [{ id }] })
  })

  test('starts over when the shape of the records changes', async () => {
    const epoch = (recordV?: number) =>
      world.services.db.tenant(person.merchantId!, (tx) =>
        readSyncEpoch(tx, person.merchantId!, [{ ...thing, ...(recordV && { recordV }) }]),
      )
    const [first, same, next] = [await epoch(), await epoch(1), await epoch(2)]
    expect([first === same, first === next]).toEqual([true, false])
  })
})

test('returns a transaction that wrote first and commits last [OF03]', async () => {
  const [slow, quick] = [uuid7(), uuid7()]
  const me = follower()
  await asMerchant(async (tx) => {
    await tx.execute(insert(slow, {}))
    await asMerchant((other) => other.execute(insert(quick, {})))
    expect((await me.all()).map(({ id }) => id)).toEqual([quick])
  })
  expect((await me.all()).map(({ id }) => id)).toEqual([slow])
})

test('misses no commit when pages are pulled while twelve writers commit [OF03]', async () => {
  const writers = 12
  const commits = 25
  const me = follower()
  const newest = new Map<string, number>()
  const written = new Map<string, number>()
  let writing = true
  const reader = (async () => {
    for (;;) {
      const isLast = !writing
      const { rows, more } = await me.pull(40)
      for (const { id, ver } of rows) {
        expect(ver).toBeGreaterThanOrEqual(newest.get(id) ?? 0)
        newest.set(id, ver)
      }
      if (isLast && !more) return
    }
  })()
  const shared = uuid7()
  await asMerchant((tx) => tx.execute(insert(shared, {})))
  await Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      const device = deviceOf(person)
      for (let commit = 0; commit < commits; commit++) {
        const ids = [uuid7(), uuid7(), uuid7()]
        if (writer % 3 === 0) {
          const ops = await Promise.all(ids.map((recordId) => device.op({ recordId })))
          await world.api(syncContract, person).push({ body: device.body(ops) })
        } else {
          await asMerchant(async (tx) => {
            for (const id of ids) await tx.execute(insert(id, {}))
            await sleep(Math.random() * 4)
            if (commit % 5 === 0) await tx.execute(sql`update thing set fields = '{}' where id = ${shared}`)
          })
        }
        for (const id of ids) written.set(id, 1)
      }
    }),
  )
  writing = false
  await reader
  const { rows } = await world.database.query('select id, ver from thing where merchant_id = $1', [person.merchantId])
  expect(new Map(rows.map(({ id, ver }) => [id, ver]))).toEqual(newest)
  expect(rows).toHaveLength(written.size + 1)
})

test('returns the existing rows of a table when tracking starts', async () => {
  await world.database.query(`
    create table tale (id uuid primary key, merchant_id uuid not null, ver integer not null);
    alter table tale owner to assay; grant select, insert, update, delete on tale to app_system;
    select guard_tenant_table('tale')`)
  const [old, fresh] = [uuid7(), uuid7()]
  const write = (id: string) => sql`insert into tale values (${id}, ${person.merchantId}, 7)`
  await asMerchant((tx) => tx.execute(write(old)))
  await world.database.query(`select sync_track('tale')`)
  await asMerchant((tx) => tx.execute(write(fresh)))
  await asMerchant((tx) => tx.execute(sql`delete from tale where id = ${fresh}`))
  const { rows } = await world.database.query(
    `select record_id, ver, deleted from sync_change where entity = 'tale' order by seq`,
  )
  expect(rows).toEqual([
    { record_id: old, ver: 8, deleted: false },
    { record_id: fresh, ver: 2, deleted: true },
  ])
})
