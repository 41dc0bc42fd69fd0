import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type RunningTagService, startTagService } from '#scripts/sensors/start.ts'
import { loggedError } from '#server/core/logging/logged-error.ts'
import type { TagServiceError } from './error.ts'
import { openTagService } from './service.ts'

const credentials = { id: 'assay', secret: 'a secret of the service' }
const start = Date.parse('2026-05-03T00:00:00Z')
let dir: string
let service: RunningTagService
let time = start

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'assay-tags-'))
  time = start
  service = await startTagService({ dir, port: 0, credentials, tokenSeconds: 600, now: () => time })
})
afterEach(async () => {
  await service.close()
  rmSync(dir, { recursive: true, force: true })
})

const settings = () => ({
  sensorService: {
    url: service.url,
    tokenUrl: service.tokenUrl,
    clientId: credentials.id,
    clientSecret: credentials.secret,
  },
})
const quick = { timeoutMs: 1_000, backoffMs: [1, 5], circuitThreshold: 5, circuitOpenMs: 200 } as const
const client = (options = {}) => openTagService(settings(), { ...quick, ...options })
const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'answered',
    (error: TagServiceError) => error.failure,
  )

test('lists started and stopped tags and reads the readings of one [LO03]', async () => {
  service.startTag({ tidnfc: '04:A1/?&x', startedAt: start / 1000 - 1800 })
  const tags = client()
  const listed = await tags.startedTags()
  expect(listed).toContainEqual({ tidnfc: 'TAG-04A1', startedAt: new Date(start - 5 * 86_400_000), status: 40 })
  expect(listed).toContainEqual({ tidnfc: 'TAG-04A6', startedAt: new Date(start - 3 * 86_400_000), status: 50 })
  const { readings, maxlimit, startedAt } = await tags.readTag('04:A1/?&x')
  expect([readings.length, maxlimit, startedAt]).toEqual([4, 8, new Date(start - 1_800_000)])
  expect(readings.at(-1)).toEqual({ at: new Date(start), temp: expect.any(Number) })
})

test('returns the same temperatures again, which rise during the day [LO03]', async () => {
  service.startTag({ tidnfc: 'T', startedAt: start / 1000 })
  time = start + 12 * 3_600_000
  const before = await client().readTag('T')
  time += 3_600_000
  const after = await client().readTag('T')
  expect(after.readings.slice(0, before.readings.length)).toEqual(before.readings)
  expect(after.readings[72]!.temp).toBeGreaterThan(after.readings[0]!.temp + 1.5)
})

test('starts a tag, and leaves one that records as it is [LO03]', async () => {
  const tags = client()
  expect(await tags.startTag('04:B2')).toEqual({ tidnfc: '04:B2', startedAt: new Date(start), status: 40 })
  time += 3_600_000
  expect((await tags.startTag('04:B2')).startedAt).toEqual(new Date(start))
  expect((await tags.readTag('04:B2')).readings).toHaveLength(7)
  // One that has stopped begins again.
  expect((await tags.startTag('TAG-04A6')).startedAt).toEqual(new Date(time))
})

test('reports that a service cannot start tags [LO03]', async () => {
  service.fail('404')
  expect(await failureOf(client().startTag('04:B2'))).toBe('unknownTag')
})

test('keeps the started tags in a file [LO03]', async () => {
  service.startTag({ tidnfc: 'T', startedAt: start / 1000 })
  await service.close()
  expect(readFileSync(join(dir, 'tags.json'), 'utf8')).toContain('"T"')
  service = await startTagService({ dir, port: 0, credentials, now: () => time })
  expect((await client().readTag('T')).startedAt).toEqual(new Date(start))
})

test.each(['401', '403'] as const)('gets another token and calls once more after %s [LO03]', async (status) => {
  const tags = client()
  await tags.startedTags()
  service.fail(status, 1)
  const before = service.calls()
  await tags.startedTags()
  expect(service.calls() - before).toBe(2)
  service.fail(status)
  expect(await failureOf(tags.startedTags())).toBe('denied')
  expect(service.calls() - before).toBe(4)
})

test('reads on when the token has expired at the service only, or the service was started again [LO03]', async () => {
  const tags = client()
  await tags.startedTags()
  time += 601_000
  expect(await tags.startedTags()).toHaveLength(6)
})

test('reports wrong credentials as denied [LO03]', async () => {
  const wrong = { sensorService: { ...settings().sensorService, clientSecret: 'wrong' } }
  expect(await failureOf(openTagService(wrong, quick).startedTags())).toBe('denied')
  expect(service.calls()).toBe(0)
})

test.each([
  ['garbage', 'invalid'],
  ['invalid', 'invalid'],
  ['huge', 'invalid'],
  ['404', 'unknownTag'],
  ['500', 'unreachable'],
  ['hang', 'unreachable'],
  ['closed', 'unreachable'],
] as const)('reports %s as %s [LO03]', async (fault, failure) => {
  service.fail(fault)
  const tags = client({ timeoutMs: fault === 'huge' ? 5_000 : 1_000 })
  expect(await failureOf(tags.readTag('TAG-04A1'))).toBe(failure)
  // Only an error of the service and a closed connection are repeated, and no timeout.
  expect(service.calls()).toBe(['500', 'closed'].includes(fault) ? 3 : 1)
})

test('repeats a call after one failure [LO03]', async () => {
  service.fail('500', 2)
  expect(await client().startedTags()).toHaveLength(6)
})

test('makes no call for a while after failures in a row, and then continues [LO03]', async () => {
  const tags = client()
  service.fail('hang')
  for (let i = 0; i < 5; i++) await failureOf(tags.startedTags())
  const before = service.calls()
  service.fail('none')
  expect(await failureOf(tags.startedTags())).toBe('unreachable')
  expect(service.calls()).toBe(before)
  await new Promise((resolve) => setTimeout(resolve, 250))
  expect(await tags.startedTags()).toHaveLength(6)
})

test('reads the other tags when one is invalid [LO03]', async () => {
  const tags = client()
  for (let i = 0; i < 8; i++) expect(await failureOf(tags.readTag('unknown'))).toBe('unknownTag')
  expect(await failureOf(tags.readTag('TAG-04A1'))).toBe('answered')
})

test('converts °F and rejects other units [SE02]', async () => {
  const answers = ['°F', 'F', 'K'].map((unit) => ({
    tidnfc: 'T',
    tagstarttime: 60,
    tagprofile: { maxlimit: 46.4, unit },
    tagdata: { tagdataresult: [{ id: 1, time: '1970-01-01T02:01:00+02:00', temp: 32.9 }] },
  }))
  const server = createServer((request, response) => {
    const body = request.url === '/token' ? { access_token: 'T' } : answers.shift()
    response.end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const tags = openTagService({ sensorService: { ...settings().sensorService, url, tokenUrl: `${url}/token` } }, quick)
  const celsius = { startedAt: new Date(60_000), maxlimit: 8, readings: [{ at: new Date(60_000), temp: 0.5 }] }
  expect(await tags.readTag('T')).toEqual(celsius)
  expect(await tags.readTag('T')).toEqual(celsius)
  expect(await failureOf(tags.readTag('T'))).toBe('invalid')
  server.closeAllConnections()
  server.close()
})

test('contains no token or secret in any error [LO03]', async () => {
  const seen: string[] = []
  const server = createServer((request, response) => {
    if (request.url === '/token') response.end('{"access_token":"the-token-of-the-query"}')
    else if (seen.push(request.url!) === 1) request.socket.destroy()
    else if (seen.length === 2) response.writeHead(302, { location: request.url }).end()
    else if (seen.length === 3) response.writeHead(400).end(request.url)
    else response.end(seen.length === 4 ? `<${request.url}>` : JSON.stringify({ taglist: [request.url] }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const named = { ...settings().sensorService, url, tokenUrl: `${url}/token` }
  const tags = openTagService({ sensorService: named }, { ...quick, circuitThreshold: 50 })
  const errors = []
  for (let i = 0; i < 5; i++) errors.push(await tags.startedTags().catch((error: Error) => error))
  server.closeAllConnections()
  server.close()
  errors.push(await tags.startedTags().catch((error: Error) => error))
  expect(seen[0]).toContain('token=the-token-of-the-query')
  for (const error of errors) {
    expect(error).toMatchObject({ name: 'TagServiceError' })
    const text = JSON.stringify([loggedError(error), String((error as Error).stack), (error as Error).cause])
    expect(text).not.toMatch(/the-token-of-the-query|a secret of the service|token=/)
  }
})
