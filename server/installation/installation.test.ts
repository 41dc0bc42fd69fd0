import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { installationId } from '#server/core/http/installation-id.ts'
import { smtpServer } from '#server/core/mail/smtp-server.fixture.ts'
import { type TestApp, testApp } from '#server/core/test/harness.ts'
import { installationContract, partNames } from '#shared/installation/contract.ts'
import { findingText } from '#shared/installation/finding-text.ts'
import { mailCheck } from './checks/mail.ts'
import { publicUrlChecks } from './checks/public-url.ts'
import { findingLines, summaryLine } from './lines.ts'
import { findingsOf } from './service.ts'

let world: TestApp
beforeAll(async () => {
  world = await testApp()
})
afterAll(() => world.close())

const findings = () => findingsOf(world.services)
const kindOf = async (part: string) => (await findings()).find((finding) => finding.part === part)!.kind

test('tries every part for an administrator only, and says what to do about each fault', async () => {
  const admin = await world.admin()
  const answer = await world.api(installationContract, admin).check({})
  expect(answer.findings.map(({ part }) => part)).toEqual(partNames)
  for (const finding of answer.findings) {
    for (const language of ['enUS', 'ruRU'] as const) {
      const { found, todo } = findingText(finding, language)
      expect([found, finding.state === 'ok' || todo], finding.part).toEqual([
        expect.stringMatching(/\S/),
        expect.anything(),
      ])
      expect(`${found}${todo}`, finding.part).not.toMatch(/{{|undefined.*{{/)
    }
  }
  const merchant = await world.approvedMerchant()
  await expect(world.api(installationContract, merchant).check({})).rejects.toMatchObject({ status: 403 })
})

test('finds jobs that have failed or wait, and events that wait', async () => {
  expect([await kindOf('jobs'), await kindOf('events')]).toEqual(['jobsOk', 'eventsOk'])
  const job = `insert into pgboss.job (name, data, state, start_after, completed_on)`
  await world.database.query(`${job} values ('core.mail', '{}', 'failed', now() - interval '1 hour', now())`)
  expect(await kindOf('jobs')).toBe('jobsFailed')
  await world.database.query(`${job} values ('core.mail', '{}', 'created', now() - interval '20 minutes', null)`)
  expect(await kindOf('jobs')).toBe('jobsWaiting')
  await world.database.query(
    `insert into domain_event (merchant_id, name, subject, data, created_at)
     values (gen_random_uuid(), 'order.finished', gen_random_uuid(), '{}', now() - interval '16 minutes')`,
  )
  expect(await kindOf('events')).toBe('eventsWaiting')
  await world.database.query("delete from pgboss.job where name = 'core.mail'; delete from domain_event")
})

test('reports a silent worker until it has reported a chain', async () => {
  expect([await kindOf('worker'), await kindOf('bitcoin')]).toEqual(['workerSilent', 'chainSilent'])
})

test('asks the mail server, and counts the mails that were given up', async () => {
  const server = await smtpServer({ refusals: 0 })
  const run = (smtpUrl: string | undefined, mail: 'smtp' | 'off' = 'smtp') =>
    mailCheck({ config: { mail, smtpUrl }, db: world.services.db }).run()
  expect(await run(server.url)).toMatchObject({ state: 'ok', kind: 'mailOk' })
  server.close()
  expect(await run('smtp://user:secret@127.0.0.1:9')).toMatchObject({ state: 'fault', kind: 'mailAway' })
  expect(JSON.stringify(await run('smtp://user:secret@127.0.0.1:9'))).not.toContain('secret')
  expect(await run(undefined, 'off')).toMatchObject({ state: 'warning', kind: 'mailOff' })
})

async function serverWith(listener: RequestListener) {
  const server = createServer(listener)
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  return { url: `http://localhost:${port}`, close: () => server.close() }
}
const id = '0123456789abcdef'
const states = (url: string) => Promise.all(publicUrlChecks(url, id).map(({ run }) => run()))
const says =
  (body: object): RequestListener =>
  (_, response) =>
    response.end(JSON.stringify(body))

test('tells whether the public URL leads to this installation, and which address it sees of a caller', async () => {
  const own = await serverWith(says({ installation: id, address: '198.51.100.4' }))
  expect((await states(own.url)).map(({ kind }) => kind)).toEqual(['publicUrlOk', 'certificateNone', 'proxyOk'])
  own.close()
  const other = await serverWith(says({ installation: 'another', address: '10.0.0.2' }))
  expect((await states(other.url)).map(({ kind }) => kind)).toEqual([
    'publicUrlOther',
    'certificateNone',
    'proxyHidden',
  ])
  other.close()
  expect((await states(other.url)).map(({ kind }) => kind)).toEqual([
    'publicUrlAway',
    'certificateNone',
    'proxyUnknown',
  ])
})

test('names itself by a text that does not contain the key, with the address of the caller', async () => {
  const answer = await world.app.inject({ url: '/health/installation', remoteAddress: '198.51.100.9' })
  const installation = installationId(world.services.config)
  expect(answer.json()).toEqual({ installation, address: '198.51.100.9' })
  expect(world.services.config.codeKey.toString('hex')).not.toContain(installation)
})

test('prints one line for each part, and one below a fault', async () => {
  const lines = findingLines([
    { part: 'disk', state: 'ok', kind: 'diskOk', values: { free: '1 GB', total: '2 GB' } },
    { part: 'bitcoin', state: 'fault', kind: 'chainProblem', values: { chainProblem: 'noFunds' } },
  ])
  expect(lines).toEqual([
    'ok       Disk space          1 GB of 2 GB are free in DATA_DIR',
    'FAULT    Bitcoin             The account cannot pay',
    expect.stringMatching(/^ +→ Send money to the address/),
  ])
  expect(summaryLine(await findings())).toMatch(/^\d+ faults, \d+ warnings, \d+ ok$/)
})
