import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { productOf } from '#server/order/order.fixture.ts'
import { keyOf } from './key.fixture.ts'

let world: TestApp
let person: Person
let folder: string
let url: string
let key: string
beforeAll(async () => {
  world = await testApp()
  await world.work()
  url = await world.app.listen({ host: '127.0.0.1', port: 0 })
  folder = await mkdtemp(join(tmpdir(), 'assay-command-'))
  person = await world.approvedMerchant({ credit: 10 })
  key = (await keyOf(world, person, ['sku:read', 'codes:read', 'codes:write', 'events:read'])).key
})
afterAll(async () => {
  await world.close()
  await rm(folder, { recursive: true, force: true })
})

/** Runs the command as a program does. */
async function assay(
  args: string[],
  { env = { ASSAY_URL: url, ASSAY_KEY: key } as Record<string, string>, input = '' } = {},
) {
  const child = spawn(process.execPath, ['client-sdk/assay.mjs', ...args], { env: { PATH: process.env.PATH, ...env } })
  const written = { stdout: '', stderr: '' }
  child.stdout.on('data', (piece) => (written.stdout += piece))
  child.stderr.on('data', (piece) => (written.stderr += piece))
  child.stdin.end(input)
  const [code] = await once(child, 'close')
  return { code, ...written }
}

test('orders, downloads and activates codes, and exports scans', async () => {
  const skuId = await productOf(world, person)
  const order = ['orders', 'create', '--sku', skuId, '--quantity', '3', '--idempotency-key', 'po-2026-42', '--wait']
  const made = await assay(order)
  expect(made).toMatchObject({ code: 0, stdout: expect.stringMatching(/^[\da-f-]{36}\n$/), stderr: /3 codes/ })
  const repeated = JSON.parse((await assay([...order, '--json'])).stdout)
  expect(repeated).toMatchObject({ id: made.stdout.trim(), state: 'done', quantity: 3 })

  const csv = await assay(['codes', 'download', repeated.id])
  expect(csv).toMatchObject({ code: 0, stderr: '' })
  expect(csv.stdout.trim().split('\n')).toHaveLength(4)
  const file = join(folder, 'codes.csv')
  await writeFile(file, csv.stdout)
  const activated = await assay(['activate', file])
  expect(activated).toMatchObject({ code: 0, stdout: expect.stringMatching(/^[\da-f-]{36} Activated\n$/) })
  const again = await assay(['activate', '-', '--json'], { input: csv.stdout })
  expect(JSON.parse(again.stdout)).toMatchObject([{ id: activated.stdout.split(' ')[0], quantity: 3 }])

  const scans = await assay(['scans', 'export', '--sku', skuId])
  expect(scans).toMatchObject({
    code: 0,
    stdout: 'time,sku,action,location,country,suspicious\n',
    stderr: '0 of 0 scans\n',
  })
})

test('tells by its exit code why it failed, and writes the error to standard error only', async () => {
  const env = (changed: object) => ({ env: { ASSAY_URL: url, ASSAY_KEY: key, ...changed } as Record<string, string> })
  const missing = '00000000-0000-4000-8000-000000000000'
  const results = [
    [2, await assay(['orders', 'create', '--quantity', '3'])],
    [2, await assay(['orders', 'create', '--unknown'])],
    [2, await assay(['burn'])],
    [2, await assay(['scans', 'export'], { env: {} })],
    [1, await assay(['codes', 'download', missing])],
    [1, await assay(['orders', 'create', '--sku', missing, '--quantity', '3'])],
    [3, await assay(['codes', 'download', missing], env({ ASSAY_KEY: 'assay_wrong' }))],
  ] as const
  for (const [code, result] of results) {
    expect(result).toMatchObject({ code, stdout: '' })
    expect(result.stderr).not.toBe('')
    expect(result.stderr).not.toContain(key)
  }
  const { stderr } = await assay(['codes', 'download', missing, '--json'])
  expect(JSON.parse(stderr)).toMatchObject({ error: 'order.notFound' })
})

test('repeats reads and keyed writes until they are answered, and no other write', async () => {
  const { createClient } = await import(join(process.cwd(), 'client-sdk/client.mjs'))
  const calls: Pick<IncomingMessage, 'method' | 'headers'>[] = []
  const server = createServer(({ method, headers }, answer) => {
    calls.push({ method, headers })
    if (calls.length % 3 === 1) return answer.destroy()
    if (calls.length % 3 === 2) return answer.writeHead(503, { 'retry-after': '0' }).end('<html>')
    answer.end('{"id":1}')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const client = createClient({ url: `http://127.0.0.1:${port}/`, key: 'k', pauseMs: 0 })
  expect(await client.call('GET /order', { query: { page: 2, state: undefined } })).toEqual({ id: 1 })
  expect(await client.call('POST /order', { body: { quantity: 1 }, idempotencyKey: 'po-1' })).toEqual({ id: 1 })
  expect(calls.map(({ method, headers }) => [method, headers['idempotency-key']])).toEqual([
    ...Array(3).fill(['GET', undefined]),
    ...Array(3).fill(['POST', 'po-1']),
  ])
  await expect(client.call('POST /order', { body: {} })).rejects.toMatchObject({ status: 0 })
  expect(calls).toHaveLength(7)
  server.close()
})
