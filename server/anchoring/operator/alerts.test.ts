import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#server/core/test/harness.ts'
import { writtenMails } from '#server/core/test/written-mails.ts'
import { chainsContract } from '#shared/anchoring/chains-contract.ts'
import { attentionContract } from '#shared/insights/attention.ts'
import { updateAlerts } from './alerts.ts'

let world: TestApp
let admin: Person
beforeAll(async () => {
  world = await testApp()
  admin = await world.admin()
})
afterAll(() => world.close())

const noProblem = {
  network: 'mainnet',
  address: 'bc1q',
  balance: '12',
  height: 7,
  nodes: [],
  fees: null,
  fee: '300',
  key: '02'.repeat(33),
  formerKeys: [],
  offer: null,
  problem: null,
}
const noFunds = { kind: 'noFunds', reason: 'The address {{name}} has no output.', since: new Date().toISOString() }

async function report(facts: object): Promise<void> {
  await world.database.query(
    `insert into anchor_chain (chain, network, report, reported_at) values ('bitcoin', 'mainnet', $1, now())
     on conflict (chain) do update set report = $1, reported_at = now()`,
    [{ ...noProblem, ...facts }],
  )
  await updateAlerts(world.services, 'bitcoin')
}
const mails = () => writtenMails(world, admin.email)
const view = async () =>
  (await world.api(chainsContract, admin).read()).chains.find(({ chain }) => chain === 'bitcoin')!
const badge = async () => (await world.api(attentionContract, admin).queues()).chain

test('mails administrators at once and once about missing funds, and shows the alert until it ends [VE03]', async () => {
  await report({})
  expect([await mails(), await badge(), (await view()).alerts]).toEqual([[], 0, []])
  await report({ problem: noFunds })
  await report({ problem: noFunds })
  expect((await view()).alerts).toMatchObject([{ kind: 'noFunds', detail: noFunds.reason }])
  expect(await badge()).toBe(1)
  const [mail, ...others] = await mails()
  expect(others).toEqual([])
  expect(mail!.subject).toBe('Bitcoin: The account cannot pay')
  expect(mail!.text).toContain('Send money to the address.')
  // The words of a node are data, not a template.
  expect(mail!.text).toContain('The address {{name}} has no output.')
  expect(mail!.text).toContain('/chains')

  await report({})
  expect([await badge(), (await view()).alerts]).toEqual([0, []])
  // It comes and goes: no mail each time, but one when it returns later.
  await report({ problem: noFunds })
  expect([await badge(), (await mails()).length]).toEqual([1, 1])
  await report({})
  await world.database.query(`update anchor_alert set told_at = now() - interval '2 hours'`)
  await report({ problem: noFunds })
  expect((await mails()).length).toBe(2)
})

test('mails each stage of a budget once, also when several workers find it [VE03]', async () => {
  const fees = (day: string) => ({ fees: { day, year: day, dayLimit: '1000', yearLimit: '0' } })
  const count = (await mails()).length
  await report(fees('900'))
  await Promise.all([updateAlerts(world.services, 'bitcoin'), updateAlerts(world.services, 'bitcoin')])
  expect((await mails()).slice(count).map(({ subject }) => subject)).toEqual([
    'Bitcoin: 80% of a budget for fees is used',
  ])
  await report(fees('1000'))
  expect((await mails()).at(-1)!.subject).toBe('Bitcoin: The budget for fees is used up')
  expect((await view()).alerts.map(({ kind }) => kind)).toEqual(['budget'])
})

test('shows what is in flight, what is stuck, the keys and the log, and that a worker is silent [VE03]', async () => {
  await report({ fees: null })
  const former = '03'.repeat(33)
  await world.database.query(`insert into public_key (kind, key) values ('bitcoin', $1)`, [former])
  await world.database.query(
    `with epoch as (insert into anchor_commitment (kind, root, size, levels) values ('epoch', sha256('e'), 1, sha256('e')) returning id),
       job as (insert into anchor_job (commitment_id, chain, network, state, created_at)
         select id, 'bitcoin', 'mainnet', 'SENT', now() - interval '7 hours' from epoch returning id)
     insert into anchor_attempt (job_id, txid, raw, fee, rate, signed_at, created_at)
       select id, txid, '', fee, 1, 5, now() - age from job,
         (values ('first', 300, interval '7 hours'), ('second', 500, interval '1 hour')) as signed (txid, fee, age)`,
  )
  const { chains, log } = await world.api(chainsContract, admin).read()
  const bitcoin = chains.find(({ chain }) => chain === 'bitcoin')!
  expect(bitcoin.transactions).toMatchObject([
    { txid: 'second', state: 'SENT', attempts: 2, fee: '500', isStuck: true },
  ])
  expect(bitcoin.pending).toMatchObject({ sent: 1, mined: 0 })
  expect(bitcoin.keys.map(({ isCurrent, isHeld }) => [isCurrent, isHeld])).toEqual([
    [true, true],
    [false, false],
  ])
  expect(bitcoin).toMatchObject({ isSilent: false, funding: { perDay: 24, isMeasured: false, days: 0 } })
  expect(chains.find(({ chain }) => chain === 'catapult')).toMatchObject({ report: null, isSilent: true })
  expect(log).toMatchObject({ origin: null, size: 0, witnesses: [] })
  await world.database.query(`update anchor_chain set reported_at = now() - interval '12 minutes'`)
  expect(await view()).toMatchObject({ isSilent: true })
})
