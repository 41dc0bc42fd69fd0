import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Person } from '#server/core/test/harness.ts'
import { startNameServer } from '#server/core/test/network/name-server.ts'
import { writtenMails } from '#server/core/test/written-mails.ts'
import { openHostCheck } from './check.ts'
import {
  brandHosts,
  brandName,
  checked,
  type Installation,
  installation,
  proveHost,
  setRecords,
  startInstallation,
} from './host.fixture.ts'
import { checkDueBrandHosts } from './jobs.ts'

let site: Installation
let person: Person
beforeAll(async () => {
  site = await startInstallation()
})
afterAll(() => site.close())
beforeEach(async () => {
  await site.world.database.query('delete from brand_host')
  person = await site.world.confirmedMerchant()
  for (const name of Object.keys(site.zone)) if (name !== installation) delete site.zone[name]
})

test('says which record is missing, and is active when both are set and this server answers', async () => {
  const { world, zone } = site
  const added = await brandHosts(world, person).add({ body: { host: brandName } })
  const [alias, proof] = added.records
  expect(await checked(world, person, added.id)).toMatchObject({ state: 'pending', fault: 'target', found: '' })
  zone[brandName] = { cname: 'parked.example' }
  zone['parked.example'] = { a: ['127.0.0.9'] }
  expect(await checked(world, person, added.id)).toMatchObject({ fault: 'target', found: 'parked.example' })
  zone[brandName] = { cname: alias!.value }
  expect(await checked(world, person, added.id)).toMatchObject({ fault: 'proof', found: '' })
  zone[proof!.name] = { txt: ['assay-other'] }
  expect(await checked(world, person, added.id)).toMatchObject({ fault: 'proof', found: 'assay-other' })
  zone[proof!.name] = { txt: ['assay-other', proof!.value] }
  const active = await checked(world, person, added.id)
  expect(active).toMatchObject({ state: 'active', isPrinted: true, fault: null, found: '', failingSince: null })
  expect(active.checkedAt).not.toBeNull()
})

test('accepts a name that has the addresses of the installation instead of an alias', async () => {
  const { world, zone } = site
  const added = await brandHosts(world, person).add({ body: { host: brandName } })
  setRecords(site, added)
  zone[brandName] = { a: ['127.0.0.1'] }
  expect(await checked(world, person, added.id)).toMatchObject({ state: 'active' })
  zone[brandName] = { a: ['127.0.0.1', '127.0.0.2'] }
  expect(await checked(world, person, added.id)).toMatchObject({ state: 'failing', fault: 'target' })
})

test('rejects a certificate of another name', async () => {
  const { world } = site
  const added = await brandHosts(world, person).add({ body: { host: 'other.brand.example' } })
  setRecords(site, added)
  expect(await checked(world, person, added.id)).toMatchObject({ state: 'pending', fault: 'certificate' })
})

test('rejects a private network, a silent name server and a server that is none of ours', async () => {
  const { config } = site.world.services
  const zone = {
    [installation]: { a: ['127.0.0.1'] },
    'verify.brand.example': { cname: installation },
    'silent.example': null,
  }
  const names = await startNameServer(zone)
  const settings = { ...config, dnsServers: [names.address] }
  const claim = { token: 'assay-none', isProven: true }
  const results = [
    openHostCheck({ ...settings, webhookAllowCidrs: [] })({ host: 'verify.brand.example', ...claim }),
    openHostCheck(settings)({ host: 'silent.example', ...claim }),
    openHostCheck(settings)({ host: 'verify.brand.example', ...claim }),
    openHostCheck({ ...settings, publicUrl: `https://${installation}:1` })({ host: 'verify.brand.example', ...claim }),
  ]
  const faults = (await Promise.all(results)).map(({ fault, found }) => [fault, found])
  expect(faults).toEqual([
    ['address', ''],
    ['dns', 'ETIMEOUT'],
    ['answer', '404'],
    ['connection', 'ECONNREFUSED'],
  ])
  names.close()
})

test('keeps a proven host when its proof is gone, and tells the owner after a day of failure once', async () => {
  const { world, zone } = site
  const { id, records } = await proveHost(site, person)
  delete zone[records[1]!.name]
  expect(await checked(world, person, id)).toMatchObject({ state: 'active' })
  zone[brandName] = { cname: 'parked.example' }
  expect(await checked(world, person, id)).toMatchObject({ state: 'failing', fault: 'target', isPrinted: true })
  expect(await writtenMails(world, person.email)).toEqual([])
  await world.database.query("update brand_host set failing_since = now() - interval '1 day'")
  await checked(world, person, id)
  await checked(world, person, id)
  const mails = await writtenMails(world, person.email)
  expect(mails.map(({ subject }) => subject)).toEqual(['The check of your domain has failed for a day'])
  expect(mails[0]!.text).toContain(`${brandName} does not point to ${installation}`)
  zone[brandName] = { cname: installation }
  expect(await checked(world, person, id)).toMatchObject({ state: 'active', failingSince: null, fault: null })
})

test('gives a host to the first who proves it, and to another one only when that proof is gone', async () => {
  const { world, zone } = site
  const first = await proveHost(site, person)
  const rival = await world.confirmedMerchant()
  const claim = await brandHosts(world, rival).add({ body: { host: brandName } })
  const proof = claim.records[1]!
  zone[proof.name] = { txt: [first.records[1]!.value, proof.value] }
  expect(await checked(world, rival, claim.id)).toMatchObject({ state: 'pending', fault: 'taken' })
  zone[proof.name] = { txt: [proof.value] }
  expect(await checked(world, rival, claim.id)).toMatchObject({ state: 'active', isPrinted: true })
  const [lost] = (await brandHosts(world, person).list()).rows
  expect(lost).toMatchObject({ state: 'pending', fault: 'lost', isPrinted: false })
  const mails = await writtenMails(world, person.email)
  expect(mails.map(({ subject }) => subject)).toEqual(['Another account has proven your domain'])
})

test('checks the hosts that are due, and not those whose proof is awaited no longer', async () => {
  const { world } = site
  const api = brandHosts(world, person)
  const added = await api.add({ body: { host: brandName } })
  const late = await api.add({ body: { host: 'late.brand.example' } })
  setRecords(site, added)
  await world.database.query('update brand_host set awaited_until = now() where id = $1', [late.id])
  const run = () =>
    checkDueBrandHosts.run(
      {},
      { services: world.services, signal: new AbortController().signal, heartbeat: async () => {}, attempt: 'test' },
    )
  await run()
  const states = async () => (await api.list()).rows.map(({ state, checkedAt }) => [state, checkedAt !== null])
  expect(await states()).toEqual([
    ['active', true],
    ['pending', false],
  ])
  // The button awaits the proof again.
  expect(await api.check({ params: { id: late.id } })).toMatchObject({ isChecking: true })
  await run()
  expect(await states()).toEqual([
    ['active', true],
    ['pending', true],
  ])
})
