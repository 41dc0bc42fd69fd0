import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync, gzipSync } from 'node:zlib'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { SignerChild } from '#server/anchoring/test/signer-fixture.ts'
import { asBackup, countRows } from '#server/backup/write/snapshot.ts'
import { migrate } from '#server/core/db/migrate.ts'
import { cloneDatabase } from '#server/core/test/database/database.ts'
import { debianPostgres, startDebianCluster } from '#server/core/test/database/debian-cluster.ts'
import { runStatement } from '#server/core/test/database/run-statement.ts'
import { type TestApp, testApp } from '#server/core/test/harness.ts'
import { growLog } from '#server/transparency/test/log-fixture.ts'
import { product } from '#server/verify/verify.fixture.ts'

const folder = join(import.meta.dirname, 'released')
const origin = 'log.example/released'
/** What a release says about its codes, and how many rows it has in each table. */
const Facts = z.object({
  tables: z.record(z.string(), z.number()),
  checkpoint: z.string(),
  codes: z.array(z.object({ printed: z.string(), secret: z.string(), proof: z.unknown(), verdict: z.unknown() })),
})
type Code = { printed: string; secret: string }

/** The proof of a code, or the error that it has none. The reference of a response is another one each time. */
async function proofOf(site: TestApp, { printed, secret }: Code) {
  const { reference: _, ...proof } = (await site.app.inject({ url: `/api/proof/${printed}?p=${secret}` })).json()
  return proof
}
async function verdictOf(site: TestApp, { printed, secret }: Code) {
  const said = (await site.app.inject({ url: `/api/tag/verify?a=${printed}&p=${secret}` })).json()
  return { verdict: said.verdict, verified: said.verified, status: said.verifyStatus }
}
const checkpointOf = async (site: TestApp) => (await site.app.inject({ url: '/log/checkpoint' })).body

const released = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.sql.gz'))

describe.each(released)('an upgrade from %s', (file) => {
  test('keeps all records, the log, proofs and verdicts', { timeout: 60_000 }, async () => {
    const facts = Facts.parse(JSON.parse(await readFile(join(folder, file.replace('.sql.gz', '.json')), 'utf8')))
    const database = await cloneDatabase('template1')
    try {
      await runStatement(database.url, gunzipSync(await readFile(join(folder, file))).toString())
      expect(await countsIn(database.url)).toEqual(facts.tables)
      await migrate(database.url)
      const after = await countsIn(database.url)
      const changed = Object.keys(facts.tables).filter((name) => isKept(name) && after[name] !== facts.tables[name])
      expect(changed).toEqual([])
      const site = await testApp({ database, config: { logOrigin: origin } })
      try {
        expect(await checkpointOf(site)).toBe(facts.checkpoint)
        for (const { proof, verdict, ...code } of facts.codes) {
          expect(await proofOf(site, code)).toEqual(proof)
          expect(await verdictOf(site, code)).toEqual(verdict)
        }
      } finally {
        await site.close()
      }
    } finally {
      await database.drop()
    }
  })
})

/** Tables in which an upgrade may add rows or remove them: what was applied, and the queue. */
const isKept = (name: string): boolean => name.startsWith('public.')

async function countsIn(url: string): Promise<Record<string, number>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`begin; ${asBackup}`)
    return await countRows(client)
  } finally {
    await client.end()
  }
}

/** `RELEASE=0.1.0 npx vitest run … server/core/migrations/upgrade.test.ts` writes the fixture of a release, before its tag is made. */
async function writeRelease(name: string): Promise<void> {
  const [cluster, signer] = await Promise.all([startDebianCluster(), SignerChild.start()])
  const asAdmin = (database: string, text: string, values?: unknown[]) =>
    runStatement(cluster.url('postgres', database), text, values)
  try {
    await asAdmin('postgres', 'create role assay login createrole')
    await asAdmin('postgres', 'create database assay owner assay')
    const url = cluster.url('assay', 'assay')
    await migrate(url)
    const query = (text: string, values?: unknown[]) => asAdmin('assay', text, values)
    const database = { name: 'assay', url, query, drop: async () => {} }
    const site = await testApp({ database, config: { logOrigin: origin } })
    const sold = [await product(site), await product(site)]
    await growLog(site, signer, origin)
    const codes: Code[] = sold.flatMap(({ active, inactive }) => [...active, inactive])
    for (const code of codes) await verdictOf(site, code)
    const facts = await Promise.all(
      codes.map(async ({ printed, secret }) => {
        const code = { printed, secret }
        return { ...code, proof: await proofOf(site, code), verdict: await verdictOf(site, code) }
      }),
    )
    const checkpoint = await checkpointOf(site)
    await site.close()
    const words = ['--no-owner', '--inserts', '--rows-per-insert=200', '--dbname', cluster.url('postgres', 'assay')]
    const { stdout } = await promisify(execFile)(join(debianPostgres!, 'pg_dump'), words, { maxBuffer: 2 ** 28 })
    // Commands of psql, which other clients do not know.
    const text = stdout
      .split('\n')
      .filter((line) => !line.startsWith('\\'))
      .join('\n')
    await mkdir(folder, { recursive: true })
    const place = join(folder, name)
    await writeFile(`${place}.sql.gz`, gzipSync(text, { level: 9 }))
    const written = { tables: await countsIn(database.url), checkpoint, codes: facts }
    await writeFile(`${place}.json`, `${JSON.stringify(Facts.parse(written), null, 2)}\n`)
  } finally {
    await Promise.all([cluster.remove(), signer.end()])
  }
}

const { RELEASE } = process.env
if (RELEASE) test('writes the dump of a release', { timeout: 180_000 }, () => writeRelease(RELEASE))
