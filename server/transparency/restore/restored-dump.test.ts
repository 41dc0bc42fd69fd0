import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { connectSigner, LogHistoryError } from '#server/anchoring/service.ts'
import { SignerChild } from '#server/anchoring/test/signer-fixture.ts'
import { chainCommand } from '#server/chain.ts'
import { cloneDatabase, type TestDatabase } from '#server/core/test/database/database.ts'
import { type TestApp, testApp } from '#server/core/test/harness.ts'
import { startLog } from '#server/transparency/start.ts'
import { addBatches, growLog, testLogKey } from '#server/transparency/test/log-fixture.ts'
import { type Product, product } from '#server/verify/verify.fixture.ts'
import { chainProblemText } from '#shared/anchoring/chain-problem-text.ts'
import { parsePolicy } from '#shared/transparency/policy.ts'
import { verifyProofArchive } from '#shared/transparency/verify-proof-archive.ts'

const [first, second] = ['log.example/first', 'log.example/second']
const polling = { timeout: 60_000, interval: 200 }
let signer: SignerChild
let newest: TestDatabase
let dump: TestDatabase
let site: TestApp
let earlier: Buffer
let sold: Product
let log: ReturnType<typeof startLog> | undefined

const open = (database: TestDatabase, logOrigin: string) =>
  testApp({ database, config: { signerSocket: signer.socket, logOrigin, logIntervalSeconds: 1 } })
const archiveOf = ({ printed, secret }: { printed: string; secret: string }) =>
  site.app.inject({ url: `/api/proof/${printed}.zip?p=${secret}` })
const policy = async () => parsePolicy((await site.app.inject({ url: '/log/policy' })).body)
const ready = async () => (await site.app.inject({ url: '/health/ready' })).json()
const heads = async () =>
  (await dump.query('select size::int, signature is not null as signed from log_head order by size')).rows
const command = async (...words: string[]) => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  try {
    const code = await chainCommand(words, { DATABASE_URL: dump.url })
    return { code, text: write.mock.calls.map(([text]) => text).join('') }
  } finally {
    write.mockRestore()
  }
}

/** A log whose database was dumped with 4 entries, went on to 9 and was then restored from the dump. */
beforeAll(async () => {
  ;[signer, newest] = await Promise.all([SignerChild.start(), cloneDatabase()])
  site = await open(newest, first)
  sold = await product(site)
  await addBatches(newest, 3)
  await growLog(site, signer, first)
  earlier = (await archiveOf(sold.active[0]!)).rawPayload
  await site.close()
  // PostgreSQL copies a database only when all connections to it are closed.
  dump = await vi.waitFor(() => cloneDatabase(newest.name), polling)
  site = await open(newest, first)
  await addBatches(newest, 5)
  await growLog(site, signer, first)
  await site.close()
  await signer.kill()
  await signer.start()
  site = await open(dump, first)
  await site.admin()
}, 180_000)
afterAll(async () => {
  await log?.stop()
  await site?.close()
  await Promise.all([newest?.drop(), dump?.drop(), signer?.end()])
})

test('names the restored dump to operators and holders of new codes, and signs nothing of it', {
  timeout: 180_000,
}, async () => {
  log = startLog(site.services)
  await expect.poll(async () => (await ready()).reasons.log, polling).toBe('logForked')
  expect((await ready()).actions.log).toContain(chainProblemText.enUS.logForkedDo)
  const { text } = await command('status')
  expect(text).toMatch(/problem {2}logForked since [\s\S]*had 9 entries when it was signed last; the 4 entries/)
  const mails = async () =>
    (await dump.query('select * from mail_message')).rows.filter((row) => JSON.stringify(row).includes('had 9 entries'))
  expect(await mails()).toHaveLength(1)

  // Longer than the signed log, with other entries: the signer compares them with its last checkpoint.
  const later = await product(site)
  await addBatches(dump, 7)
  await expect.poll(heads, polling).toContainEqual({ size: 12, signed: false })
  await expect(growLog(site, signer, first)).rejects.toThrow(LogHistoryError)
  const head = (await dump.query('select size::int, root from log_head order by size desc limit 1')).rows[0]
  const request = { publicKey: testLogKey(first).publicKey, origin: first, ...head, proof: [] }
  await expect(connectSigner(signer.socket).checkpoint(request)).rejects.toThrow('do not continue them')
  expect((await heads()).filter(({ signed }) => signed)).toEqual([{ size: 4, signed: true }])
  const answer = await archiveOf(later.active[0]!)
  expect([answer.statusCode, answer.json().error]).toEqual([404, 'anchoring.logStopped'])
  // The problem has not ended meanwhile, so it was mailed once.
  expect(await mails()).toHaveLength(1)
  await log.stop()
})

test('continues in a new log that has all codes, and keeps earlier proofs valid', { timeout: 180_000 }, async () => {
  expect((await command('new-log', 'with space')).code).toBe(69)
  expect((await command('new-log', first)).code).toBe(69)
  const { code, text } = await command('new-log', second)
  expect([code, text.includes(`LOG_ORIGIN=${second}`)]).toEqual([0, true])
  await site.close()
  site = await open(dump, second)
  log = startLog(site.services)
  await expect.poll(heads, polling).toContainEqual({ size: 12, signed: true })
  await expect.poll(async () => (await ready()).reasons.log, polling).toBeUndefined()
  expect((await command('status')).text).toContain(`public log ${second}: 12 batches`)
  const { rawPayload } = await archiveOf(sold.active[0]!)
  expect(verifyProofArchive(new Uint8Array(rawPayload), await policy())).toMatchObject({
    outcome: 'genuine',
    log: second,
  })
  expect(verifyProofArchive(new Uint8Array(earlier), await policy())).toMatchObject({ outcome: 'genuine', log: first })
})

test('lets no other role than the owner empty the log', async () => {
  const { db } = site.services
  await expect(db.system((tx) => tx.execute('select empty_log()'))).rejects.toMatchObject({ cause: { code: '42501' } })
})
