import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/core/drizzle/orm.ts'
import { type TestApp, testApp } from '#server/core/test/harness.ts'
import { coreProblems } from '#shared/core/api/problem.ts'
import { asProblem, retryAfterOf } from './errors.ts'

let world: TestApp
beforeAll(async () => {
  world = await testApp()
})
afterAll(() => world.close())

test.skipIf(!existsSync('/dev/full'))(
  'answers 503 with its own message when there is no space for a file',
  async () => {
    const problem = asProblem(await writeFile('/dev/full', 'x').catch((error: unknown) => error))
    expect([problem.kind, retryAfterOf(problem)]).toEqual([coreProblems.noSpace, 1])
  },
)

test('responds 503 with its own message when the disk is full', async () => {
  const full = sql.raw(`do $$ begin raise exception 'no space' using errcode = 'disk_full'; end $$`)
  const problem = asProblem(await world.services.db.system((tx) => tx.execute(full)).catch((error: unknown) => error))
  expect([problem.kind, problem.kind.status]).toEqual([coreProblems.noSpace, 503])
})

test('answers a call that arrives on an open connection during a shutdown, and then closes the connection', async () => {
  const own = await testApp()
  const { app } = own
  await app.listen({ host: '127.0.0.1', port: 0 })
  const connected = once(app.server, 'connection') as Promise<[Socket]>
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  socket.write('GET /health/live HTTP/1.1\r\nhost: assay\r\n')
  const [served] = await connected
  await expect.poll(() => served.bytesRead).toBeGreaterThan(0)
  const closed = app.close()
  await expect.poll(() => app.server.listening).toBe(false)
  socket.write('\r\n')
  const answer = await text(socket)
  expect(answer).toMatch(/^HTTP\/1\.1 200 /)
  expect(answer).toMatch(/connection: close/i)
  await closed
  await own.close()
})
