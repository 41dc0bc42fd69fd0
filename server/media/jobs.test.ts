import { randomBytes, randomUUID } from 'node:crypto'
import { readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sql } from '#server/core/drizzle/orm.ts'
import { PgDialect } from '#server/core/drizzle/pg-core.ts'
import { countTransactionsWhileStoring } from '#server/core/test/database/open-transactions.ts'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { picture } from '#server/media/upload.fixture.ts'
import { productOf } from '#server/order/order.fixture.ts'
import { mediaContract, type Upload } from '#shared/media/contract.ts'
import { cleanUpFiles } from './jobs.ts'
import { lockFiles } from './service.ts'
import { sendFile, uploaded } from './upload.fixture.ts'

let world: TestApp
beforeAll(async () => {
  world = await testApp()
})
afterAll(() => world.close())

type Named = { hash: string; ext: string }
const ctx = () => ({
  services: world.services,
  signal: new AbortController().signal,
  heartbeat: async () => {},
  attempt: 'test',
})
const clean = (hashes?: string[]) => cleanUpFiles.run({ hashes }, ctx())
const isStored = async ({ hash }: Named) => (await world.services.files.open(hash)) !== undefined
const statusOf = async ({ hash, ext }: Named) => (await world.app.inject(`/api/files/${hash}${ext}`)).statusCode
const remove = (person: Person, { id }: Upload) => world.api(mediaContract, person).remove({ params: { id } })

/** A unique image, so that no two tests share bytes by chance. */
const freshPicture = () =>
  sharp(randomBytes(16 * 16 * 3), { raw: { width: 16, height: 16, channels: 3 } })
    .png()
    .toBuffer()
const upload = async (person: Person, content: Buffer): Promise<Upload> =>
  (await sendFile(world, person, content, { purpose: 'image' })).body

test('removes row and bytes of a removed upload when the job of its removal has run', async () => {
  const person = await world.confirmedMerchant()
  const file = await upload(person, await freshPicture())
  expect([await statusOf(file), await isStored(file)]).toEqual([200, true])
  await remove(person, file)
  const { rows } = await world.database.query(`select data from pgboss.job where name = 'media.clean'`)
  expect(rows.map(({ data }) => data)).toContainEqual({ hashes: [file.hash] })
  await clean([file.hash])
  expect([await statusOf(file), await isStored(file)]).toEqual([404, false])
  await clean([file.hash])
})

test('keeps bytes that two merchants uploaded until both have removed them', async () => {
  const [one, other] = [await world.confirmedMerchant(), await world.confirmedMerchant()]
  const content = await freshPicture()
  const [ones, others] = [await upload(one, content), await upload(other, content)]
  expect(ones.hash).toBe(others.hash)
  await remove(one, ones)
  await clean([ones.hash])
  expect(await statusOf(others)).toBe(200)
  await remove(other, others)
  await clean([ones.hash])
  expect([await statusOf(others), await isStored(others)]).toEqual([404, false])
})

test('keeps files that a product or an anchored payload shows when they are removed from the media list', async () => {
  const person = await world.approvedMerchant()
  const shown = await upload(person, await freshPicture())
  const anchored = await upload(person, await freshPicture())
  const beside = await upload(person, await freshPicture())
  const skuId = await productOf(world, person)
  await world.database.query(`update sku set details = details || $2 where id = $1`, [
    skuId,
    JSON.stringify({ images: [{ hash: shown.hash, ext: shown.ext, name: 'a', mime: shown.mime, size: 1 }] }),
  ])
  const { rows } = await world.database.query(
    `with batch as (insert into activation_batch (merchant_id, identifier, quantity, addresses) values ($1, 'B', 1, $2) returning id)
     insert into payload (merchant_id, batch_id, sku_id, bytes, digest, rest)
     select $1, batch.id, $3, convert_to($4, 'UTF8'), sha256(convert_to($4, 'UTF8')), convert_to($5, 'UTF8')
     from batch returning id`,
    [
      ...[person.merchantId, [randomUUID()], skuId],
      ...[anchored, beside].map(({ hash, ext }) => JSON.stringify({ imgs: [{ hash, ext }] })),
    ],
  )
  expect(rows).toHaveLength(1)
  const files = [shown, anchored, beside]
  for (const file of files) await remove(person, file)
  await clean(files.map(({ hash }) => hash))
  await clean()
  expect(await Promise.all(files.map(statusOf))).toEqual([200, 200, 200])
})

test('keeps bytes that are uploaded again concurrently: a locked file is left and checked again later', async () => {
  const [one, other] = [await world.confirmedMerchant(), await world.confirmedMerchant()]
  const content = await freshPicture()
  const file = await upload(one, content)
  await remove(one, file)
  // Another call that has started to refer to the file and has not committed.
  let finish = () => {}
  const held = new Promise<void>((done) => {
    finish = done
  })
  const lockHolder = world.services.db.system(async (tx) => {
    await lockFiles(tx, [file.hash])
    await held
  })
  await vi.waitFor(async () => {
    const { rowCount } = await world.database.query(
      `select from pg_locks where locktype = 'advisory' and mode = 'ShareLock'`,
    )
    expect(rowCount).toBeGreaterThan(0)
  })
  await clean([file.hash])
  expect(await isStored(file)).toBe(true)
  finish()
  await lockHolder
  // Removes and uploads alternately and concurrently. A row must never exist without its bytes.
  for (let round = 0; round < 8; round++) {
    const [again] = await Promise.all([upload(other, content), clean([file.hash])])
    expect([await statusOf(again), await isStored(again)]).toEqual([200, true])
    await Promise.all([remove(other, again), clean([file.hash])])
  }
  await clean([file.hash])
  expect(await isStored(file)).toBe(false)
})

test('keeps a document and its place in the list when a transaction that may use it has not ended', async () => {
  const person = await world.confirmedMerchant()
  const file = await uploaded(world, person)
  await world.services.db.system(async (tx) => {
    await lockFiles(tx, [file.hash])
    await clean([file.hash])
  })
  const uploads = () => world.database.query('select from upload where hash = $1', [file.hash])
  expect([(await uploads()).rowCount, await isStored(file)]).toEqual([1, true])
  await clean([file.hash])
  expect([(await uploads()).rowCount, await isStored(file)]).toEqual([0, false])
})

test('reads the references of all rows once when it removes files, and not while uploads of them stay', async () => {
  const [one, other] = [await world.confirmedMerchant(), await world.confirmedMerchant()]
  const content = await freshPicture()
  const [ones, others] = [await upload(one, content), await upload(other, content)]
  const document = await uploaded(world, one)
  await remove(one, ones)
  expect(await readsOfPayloads([ones.hash])).toBe(0)
  await remove(other, others)
  expect(await readsOfPayloads([ones.hash, document.hash])).toBe(1)
  expect(await Promise.all([ones, document].map(isStored))).toEqual([false, false])
})

/** Removes these files. Returns the number of statements that read all payloads. */
async function readsOfPayloads(hashes: string[]): Promise<number> {
  let reads = 0
  const { db } = world.services
  const system: typeof db.system = (run) =>
    db.system((tx) => {
      const execute: typeof tx.execute = (query) => {
        if (new PgDialect().sqlToQuery(sql`${query}`).sql.includes('from payload')) reads++
        return tx.execute(query)
      }
      return run(new Proxy(tx, { get: (of, name) => (name === 'execute' ? execute : Reflect.get(of, name, of)) }))
    })
  await cleanUpFiles.run({ hashes }, { ...ctx(), services: { ...world.services, db: { ...db, system } } })
  return reads
}

test('stores a file outside of a transaction, and stores it again when a cleanup has removed it', async () => {
  const person = await world.confirmedMerchant()
  const open = countTransactionsWhileStoring(world)
  try {
    for (const purpose of ['image', 'document'] as const) {
      await sendFile(world, person, await freshPicture(), { purpose })
    }
    expect(open).toEqual([0, 0])
    const { put } = world.services.files
    vi.spyOn(world.services.files, 'put').mockImplementationOnce(async (content, options) => {
      const stored = await put(content, options)
      await clean([stored.hash])
      expect(await isStored({ ...stored, ext: '.png' })).toBe(false)
      return stored
    })
    const file = await upload(person, await freshPicture())
    expect([await statusOf(file), await isStored(file)]).toEqual([200, true])
  } finally {
    vi.restoreAllMocks()
  }
})

test('removes unused documents and bytes without a row once a day, and keeps files newer than a day', async () => {
  const person = await world.confirmedMerchant()
  const [old, fresh] = [await uploaded(world, person), await uploaded(world, person)]
  await world.database.query(`update upload set created_at = now() - interval '25 hours' where hash = $1`, [old.hash])
  const { files, config } = world.services
  const [orphan, newer] = [
    await files.put(await freshPicture()),
    await files.put(await freshPicture(), { private: true }),
  ]
  const long = new Date(Date.now() - 25 * 3_600_000)
  const folder = join(config.dataDir, 'files')
  await utimes(join(folder, orphan.hash.slice(0, 2), orphan.hash), long, long)
  const incomplete = join(folder, 'incoming', randomUUID())
  await writeFile(incomplete, 'half')
  await utimes(incomplete, long, long)
  // Files of a device's outbox have their own rows.
  const blob = await files.put(await picture(), { private: true })
  await world.database.query(
    `insert into sync_blob (merchant_id, sha256, size, received, file) values ($1, $2, 1, 1, $3)`,
    [person.merchantId, 'ab'.repeat(32), blob.hash],
  )
  await utimes(join(folder, blob.hash.slice(0, 2), blob.hash), long, long)
  await clean()
  expect(
    await Promise.all([old, fresh, orphan, newer, blob].map((file) => files.open(file.hash).then(Boolean))),
  ).toEqual([...[false, true, false, true, true]])
  expect(await readdir(join(folder, 'incoming'))).toEqual([])
})

test('lets caches keep a public file for a day and responds 304 to its tag until it is removed', async () => {
  const person = await world.confirmedMerchant()
  const file = await upload(person, await freshPicture())
  const url = `/api/files/${file.hash}${file.ext}`
  const { headers } = await world.app.inject(url)
  expect(headers['cache-control']).toBe('public, max-age=86400')
  const again = () => world.app.inject({ url, headers: { 'if-none-match': String(headers.etag) } })
  expect((await again()).statusCode).toBe(304)
  await remove(person, file)
  await clean([file.hash])
  expect((await again()).statusCode).toBe(404)
})

test('removes the bytes of files at the same time, and waits for all of them when one cannot be removed', async () => {
  const person = await world.confirmedMerchant()
  const removed = await Promise.all(Array.from({ length: 4 }, async () => upload(person, await freshPicture())))
  for (const file of removed) await remove(person, file)
  const { files } = world.services
  const { remove: removeFile } = files
  let [open, most] = [0, 0]
  const failing = vi.spyOn(files, 'remove').mockImplementation(async (hash) => {
    most = Math.max(most, ++open)
    try {
      const isBroken = hash === removed[2]!.hash
      await new Promise((resolve) => setTimeout(resolve, isBroken ? 10 : 100))
      if (isBroken) throw new Error('The store is slow')
      await removeFile.call(files, hash)
    } finally {
      open--
    }
  })
  try {
    await expect(clean(removed.map(({ hash }) => hash))).rejects.toThrow('The store is slow')
    expect([open, most]).toEqual([0, 4])
  } finally {
    failing.mockRestore()
  }
  // Only the file whose bytes are still there keeps its row.
  const { rows } = await world.database.query('select hash from stored_file where hash = any($1)', [
    removed.map(({ hash }) => hash),
  ])
  expect(rows).toEqual([{ hash: removed[2]!.hash }])
  await clean(removed.map(({ hash }) => hash))
  expect(await Promise.all(removed.map(isStored))).toEqual(removed.map(() => false))
})
