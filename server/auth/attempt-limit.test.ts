import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ApiError } from '#client/core/http/api.ts'
import { type TestApp, testApp, testPassword } from '#server/core/test/harness.ts'
import { mailedToken, mailsTo } from './mail.fixture.ts'
import { issueLink } from './mail-link.ts'

let world: TestApp
beforeAll(async () => {
  world = await testApp()
  await world.work()
})
afterAll(() => world.close())

type Cookies = Record<string, string>

/** A browser. Every call comes from another network, so that no network limit applies. */
function browser(cookies: Cookies = {}) {
  const post = async (url: string, payload: object, remoteAddress?: string) => {
    const answer = await world.app.inject({
      method: 'POST',
      url: `/api${url}`,
      payload,
      cookies,
      remoteAddress: remoteAddress ?? `10.${randomInt(256)}.${randomInt(256)}.1`,
    })
    for (const { name, value } of answer.cookies) cookies[name] = value
    return answer
  }
  const signIn = async (identifier: string, password: string) => {
    const { statusCode, headers, json } = await post('/auth/local', { identifier, password })
    const retryAfter = Number(headers['retry-after'] ?? 0) > 0
    return [statusCode, new ApiError(statusCode, json(), undefined).code, retryAfter] as const
  }
  return {
    cookies,
    post,
    signIn,
    guess: (identifier: string) => signIn(identifier, 'Wrong-pass-1'),
    forgot: async (email: string) => (await post('/auth/forgot-password', { email })).statusCode,
    register: async (email: string, remoteAddress: string) =>
      (
        await post(
          '/merchant/register',
          { email, password: testPassword, passwordConfirm: testPassword, businessName: 'Tea' },
          remoteAddress,
        )
      ).statusCode,
  }
}

const times = async <T>(count: number, run: () => Promise<T>): Promise<T[]> => {
  const answers = []
  for (let n = 0; n < count; n++) answers.push(await run())
  return answers
}

/** Moves all counters into the past by this interval. */
const advance = (interval: string) =>
  world.database.query('update attempt set failed_at = failed_at - $1::interval, next_at = next_at - $1::interval', [
    interval,
  ])

/** Moves them into the future, so that a wait of a second or more is not over too early. */
const extendWait = () => advance('-10 minutes')

const waits = async () =>
  (
    await world.database.query(
      'select failures, extract(epoch from next_at - failed_at)::float as seconds from attempt order by failed_at desc limit 1',
    )
  ).rows[0]

test('allows ten failures, then doubles the wait up to five minutes, for known and unknown accounts [AU01]', async () => {
  const { email } = await world.confirmedMerchant()
  const responses = []
  for (const identifier of [email, 'nobody@example.com', 'a user name']) {
    await advance('2 hours')
    const stranger = browser()
    const answers: unknown[] = await times<unknown>(10, () => stranger.guess(identifier))
    for (let n = 0; n < 11; n++) {
      answers.push(await waits())
      // Rejected and not counted: calls during a wait do not extend it.
      await extendWait()
      answers.push(await stranger.guess(identifier))
      await advance('20 minutes')
      answers.push(await stranger.guess(identifier))
    }
    responses.push(answers)
  }
  expect(responses[1]).toEqual(responses[0])
  expect(responses[2]).toEqual(responses[0])
  const [answers] = responses
  expect(answers!.slice(0, 10)).toEqual(Array(10).fill([400, 'auth.wrong', false]))
  const seconds = answers!.filter((one) => !Array.isArray(one)).map((one) => (one as { seconds: number }).seconds)
  expect(seconds).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300])
  const rejected = answers!.filter((one) => Array.isArray(one) && one[0] === 429)
  expect(rejected).toEqual(Array(11).fill([429, 'core.slowDown', true]))
})

test('does not delay a known device when failures come from unknown devices [AU01]', async () => {
  const { email, password } = await world.confirmedMerchant()
  const own = browser()
  expect((await own.signIn(email, password))[0]).toBe(200)
  const stranger = browser()
  await times(10, () => stranger.guess(email))
  await extendWait()
  expect((await browser().signIn(email, password))[0]).toBe(429)
  expect((await own.guess(email))[0]).toBe(400)
  expect((await own.signIn(email, password))[0]).toBe(200)
  // The device's own failures delay it, and no other device.
  await advance('20 minutes')
  await times(10, () => own.guess(email))
  await world.database.query(
    `update attempt set next_at = next_at + interval '10 minutes' where failed_at > now() - interval '5 minutes'`,
  )
  expect((await own.signIn(email, password))[0]).toBe(429)
  expect((await browser().signIn(email, password))[0]).toBe(200)
})

test('recognises a device only by its signed cookie and for the accounts that were opened on it [AU01]', async () => {
  const [owner, other] = [await world.confirmedMerchant(), await world.confirmedMerchant()]
  const neighbour = browser()
  await neighbour.signIn(other.email, other.password)
  const name = 'assay-device'
  const [id] = neighbour.cookies[name]!.split('.')
  const forged = browser({ [name]: `${id}.${owner.id}.${neighbour.cookies[name]!.split('.').at(-1)}` })
  // A person who registers the same address has another device and another password than the owner.
  const claimant = browser()
  expect(await claimant.register(owner.email, '10.77.1.1')).toBe(200)
  await times(10, () => browser().guess(owner.email))
  await extendWait()
  for (const device of [neighbour, forged, claimant]) expect((await device.guess(owner.email))[0]).toBe(429)
})

test('checks no more concurrent attempts than may fail [AU01]', async () => {
  const { email } = await world.confirmedMerchant()
  const answers = await Promise.all(Array.from({ length: 30 }, () => browser().guess(email)))
  const checked = answers.filter(([status]) => status !== 429).length
  expect(checked).toBeGreaterThanOrEqual(10)
  // One more attempt is checked each time a wait ends during the test: after 1 s, 2 s and 4 s.
  expect(checked).toBeLessThan(15)
})

test('does not count correct passwords, and resets the failure count an hour after the last failure [AU01]', async () => {
  const { email, password } = await world.confirmedMerchant()
  for (const [status] of await times(12, () => browser().signIn(email, password))) expect(status).toBe(200)
  await times(10, () => browser().guess(email))
  await extendWait()
  expect((await browser().guess(email))[0]).toBe(429)
  await advance('71 minutes')
  expect(await times(10, () => browser().guess(email))).toEqual(Array(10).fill([400, 'auth.wrong', false]))
})

test('notifies the owner once a day that passwords are being guessed, and no other account [AU01]', async () => {
  const { email, password } = await world.confirmedMerchant()
  const guessing = async (identifier: string) => {
    await times(10, () => browser().guess(identifier))
    await advance('61 minutes')
  }
  await guessing('nobody-told@example.com')
  await times(9, () => browser().guess(email))
  await browser().signIn(email, password)
  expect(await mailsTo(world, email)).toEqual([])
  await guessing(email)
  await guessing(email)
  expect((await mailsTo(world, email)).map(({ subject }) => subject)).toEqual([
    'Many failed sign-ins to your Assay account',
  ])
  expect(await mailsTo(world, 'nobody-told@example.com')).toEqual([])
  await world.database.query(`update mail_message set created_at = created_at - interval '25 hours'`)
  await guessing(email)
  expect(await mailsTo(world, email)).toHaveLength(2)
})

test('delays forgot-password for known and unknown e-mails equally, and never on a known device [AU04]', async () => {
  const { email, password } = await world.confirmedMerchant()
  const own = browser()
  await own.signIn(email, password)
  for (const address of [email, 'forgot-nobody@example.com']) {
    expect(await times(10, () => browser().forgot(address))).toEqual(Array(10).fill(200))
    await extendWait()
    expect(await browser().forgot(address)).toBe(429)
    await advance('10 minutes')
  }
  await extendWait()
  expect(await own.forgot(email)).toBe(200)
})

test('opens the account by a mailed link during a delay, and registers its device as known [AU04]', async () => {
  const { id, email } = await world.confirmedMerchant()
  await times(10, () => browser().guess(email))
  await extendWait()
  const owner = browser()
  const code = await world.services.db.system((tx) => issueLink(tx, id, 'reset'))
  const password = 'Brand-new-pass-2'
  await owner.post('/auth/reset-password', { password, passwordConfirmation: password, code })
  expect((await browser().signIn(email, password))[0]).toBe(429)
  expect((await owner.signIn(email, password))[0]).toBe(200)
})

test('delays repeated registrations of one e-mail in their own network only [AU02]', async () => {
  const email = 'again@example.com'
  const networks = ['10.78.1.1', '10.78.1.2']
  await world.database.query('delete from attempt')
  const answers = []
  for (let n = 0; n < 10; n++) answers.push(await browser().register(email, networks[n % 2]!))
  expect(answers).toEqual(Array(10).fill(200))
  // Read from the counter, because the limit of the network itself applies as well.
  expect(await waits()).toEqual({ failures: 10, seconds: 1 })
  expect(await browser().register(email, '10.79.1.1')).toBe(200)
  expect(await waits()).toEqual({ failures: 1, seconds: 0 })
  expect(await mailedToken(world, email)).toBeTruthy()
})

test('stores no attempt with the name of a person', async () => {
  await browser().guess('somebody@example.com')
  const { rows } = await world.database.query('select a::text as row from attempt a')
  expect(rows.map(({ row }) => row).join()).not.toMatch(/somebody|example/)
})
