import { expect, test } from 'vitest'
import { childProcesses, commandLine } from '#scripts/tool/processes.ts'
import { startServer } from '#server/core/test/process/server-child.ts'
import { fieldMerchant, teaForm } from '#server/form/form.fixture.ts'
import { syncingDevice } from '#server/sync/syncing-device.fixture.ts'
import { deviceOf } from '#server/sync/thing.fixture.ts'
import { omit } from '#shared/core/omit.ts'
import { syncContract } from '#shared/sync/contract.ts'
import { syncLimits } from '#shared/sync/limits.ts'
import { canonicalOperation, sha256Hex } from '#shared/sync/operation.ts'
import { uuid7 } from '#shared/sync/uuid7.ts'
import { device, edit, effects, person, push, type SentOperation, setUpPush, stored, world } from './push.fixture.ts'

setUpPush()

const api = (by = person) => world.api(syncContract, by)
const note = 'x'.repeat(syncLimits.pushBytes)
const textOf = ({ hash: _, ...operation }: SentOperation) => Buffer.from(canonicalOperation(operation))

async function upload(content: Buffer, by = person): Promise<string> {
  const sha256 = await sha256Hex(new Uint8Array(content))
  for (let offset = 0; offset < content.length; offset += syncLimits.chunkBytes) {
    const response = await world.app.inject({
      method: 'PUT',
      url: `/api/sync/blobs/${sha256}?offset=${offset}&size=${content.length}`,
      headers: { authorization: `Bearer ${by.token}`, 'content-type': 'application/octet-stream' },
      payload: content.subarray(offset, offset + syncLimits.chunkBytes),
    })
    expect(response.statusCode).toBe(200)
  }
  return sha256
}

async function pushLarge(opId: string, sha256: string, by = person) {
  const head = omit(device.body([]), 'ops')
  return (await api(by).pushLarge({ body: { ...head, opId, sha256 } })).results
}
async function fileCount(): Promise<number> {
  const { rows } = await world.database.query('select count(*)::int from sync_blob where merchant_id = $1', [
    person.merchantId,
  ])
  return rows[0].count
}

test('asks for the file of a large operation, applies it once, and removes the file [OF03]', async () => {
  const op = await device.op({ set: { note } })
  const waits = { opId: op.opId, status: 'blocked', code: 'sync.waitsForFile' }
  expect(await pushLarge(op.opId, op.hash)).toMatchObject([waits])
  expect(await upload(textOf(op))).toBe(op.hash)
  expect(await pushLarge(op.opId, op.hash)).toMatchObject([{ opId: op.opId, status: 'applied', ver: 1 }])
  expect((await stored(op.recordId)).fields).toEqual({ note })
  expect(await fileCount()).toBe(0)
  expect(await pushLarge(op.opId, op.hash)).toMatchObject([{ opId: op.opId, status: 'duplicate', ver: 1 }])
  await upload(textOf(op))
  expect(await pushLarge(op.opId, op.hash)).toMatchObject([{ status: 'duplicate' }])
  expect([await effects(), await fileCount()]).toEqual([[op.opId], 0])
})

test('keeps the file of a large operation while it waits for another one, and repeats a rejection [OF03]', async () => {
  const made = await device.op({ set: { name: 'a' } })
  const large = await edit(made, { patch: { note: { to: note } } })
  await upload(textOf(large))
  expect(await pushLarge(large.opId, large.hash)).toMatchObject([{ status: 'blocked', code: 'sync.waits' }])
  expect(await fileCount()).toBe(1)
  await push([made])
  expect(await pushLarge(large.opId, large.hash)).toMatchObject([{ status: 'applied', ver: 2 }])

  const bad = await device.op({ set: { note, bad: true } })
  await upload(textOf(bad))
  const [rejected] = await pushLarge(bad.opId, bad.hash)
  expect(rejected).toMatchObject({ status: 'rejected', code: 'sync.refused' })
  expect(await pushLarge(bad.opId, bad.hash)).toEqual([rejected])
  const other = await device.op({ opId: bad.opId, set: { note } })
  expect(await pushLarge(bad.opId, other.hash)).toMatchObject([{ status: 'rejected', code: 'sync.reused' }])
})

test('rejects a large operation of another user, of another id, or that is not an operation [OF03]', async () => {
  const colleague = await world.signUp({ role: 'dealer', merchantId: person.merchantId! })
  const theirs = await deviceOf(colleague).op({ set: { note } })
  await upload(textOf(theirs))
  expect(await pushLarge(theirs.opId, theirs.hash)).toMatchObject([{ status: 'rejected', code: 'sync.foreign' }])
  const mine = await device.op({ set: { note } })
  await upload(textOf(mine))
  expect(await pushLarge(uuid7(), mine.hash)).toMatchObject([{ status: 'rejected', code: 'sync.damaged' }])
  for (const text of ['[1]', 'null', '{"a":1}']) {
    const sha256 = await upload(Buffer.from(text))
    expect(await pushLarge(uuid7(), sha256)).toMatchObject([{ status: 'rejected', code: 'sync.invalid' }])
  }
  expect([await fileCount(), await effects()]).toEqual([0, []])
  // Another merchant cannot name the file.
  await upload(textOf(mine))
  expect(await pushLarge(mine.opId, mine.hash, await world.confirmedMerchant())).toMatchObject([{ status: 'blocked' }])
})

test('rejects text of a large operation that is nested too deep, has too many values or is no JSON [OF03]', async () => {
  const nested = await upload(Buffer.from('['.repeat(5_000)))
  await expect(pushLarge(uuid7(), nested)).rejects.toMatchObject({ code: 'core.tooDeep' })
  const many = await upload(Buffer.from(`[${'1,'.repeat(syncLimits.blobBytes / 8)}1]`))
  await expect(pushLarge(uuid7(), many)).rejects.toMatchObject({ code: 'core.tooMany' })
  const text = await upload(Buffer.from('no JSON'))
  await expect(pushLarge(uuid7(), text)).rejects.toMatchObject({ status: 400 })
})

test('asks for the file again when the file store has lost it', async () => {
  const op = await device.op({ set: { note } })
  await upload(textOf(op))
  const { rows } = await world.database.query('select file from sync_blob where sha256 = $1', [op.hash])
  await world.services.files.remove(rows[0].file)
  expect(await pushLarge(op.opId, op.hash)).toMatchObject([{ status: 'blocked', code: 'sync.waitsForFile' }])
  expect(await api().blob({ params: { sha256: op.hash } })).toEqual({ offset: 0, complete: false })
})

test('decides a large operation in the process for costly calls when a web process receives it [OF03]', async () => {
  const server = await startServer('web', world.database.url)
  try {
    const author = await fieldMerchant(world)
    const other = syncingDevice(world, author, 'form')
    const op = await other.op({ kind: 'create', set: teaForm })
    const text = textOf(op)
    const headers = { authorization: `Bearer ${author.token}` }
    const put = `${server.url}/api/sync/blobs/${op.hash}?offset=0&size=${text.length}`
    const binary = { ...headers, 'content-type': 'application/octet-stream' }
    expect((await fetch(put, { method: 'PUT', headers: binary, body: text })).status).toBe(200)
    const head = omit(other.body([]), 'ops')
    const response = await fetch(`${server.url}/api/sync/push/large`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ ...head, opId: op.opId, sha256: op.hash }),
    })
    expect(await response.json()).toMatchObject({ results: [{ opId: op.opId, status: 'applied' }] })
    const commands = childProcesses(server.process.pid!).map(commandLine)
    expect(commands.some((line) => line?.includes('costly-requests.ts'))).toBe(true)
  } finally {
    await server.end()
  }
})
