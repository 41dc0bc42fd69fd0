import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasCommandPrograms, runCommands } from '#server/core/test/document-commands.ts'
import { type TestApp, testApp } from '#server/core/test/harness.ts'
import { uploaded } from '#server/media/upload.fixture.ts'
import { omit } from '#shared/core/omit.ts'
import { keyOf } from './key.fixture.ts'

let world: TestApp
let folder: string
beforeAll(async () => {
  world = await testApp()
  await world.work()
  folder = await mkdtemp(join(tmpdir(), 'assay-api-'))
})
afterAll(async () => {
  await world.close()
  await rm(folder, { recursive: true, force: true })
})

test.skipIf(!hasCommandPrograms)('the commands of docs/api.md lead from a key to a scan', async () => {
  const person = await world.approvedMerchant({ credit: 10 })
  const file = omit(await uploaded(world, person), 'id', 'merchant', 'createdAt')
  await world.database.query(
    `insert into trademark (merchant_id, registration_name, registration_no, applicant_name, applicant_address, country, status, details)
     values ($1, 'Highland', 'TM-1', 'Ada', 'Pahang', 'my', 'Approved', $2)`,
    [person.merchantId, { class: '30', postcode: '39100', file, active: true }],
  )
  const scopes = ['sku:read', 'sku:write', 'codes:read', 'codes:write', 'events:read'] as const
  const { key } = await keyOf(world, person, scopes)
  const url = await world.app.listen({ host: '127.0.0.1', port: 0 })
  const stdout = await runCommands('docs/api.md', folder, { ASSAY_URL: url, ASSAY_KEY: key })
  const scans = JSON.parse(await readFile(join(folder, 'scans.json'), 'utf8'))
  expect(scans).toMatchObject({ total: 1, rows: [{ Time: expect.any(String) }] })
  expect(stdout).toContain(scans.rows[0].Time)
  expect((await readFile(join(folder, 'codes.txt'), 'utf8')).trim().split('\n')).toHaveLength(5)
})
