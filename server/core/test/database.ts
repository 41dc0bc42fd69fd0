import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

export type TestDatabase = {
  url: string
  name: string
  query(text: string, values?: unknown[]): Promise<pg.QueryResult>
  drop(): Promise<void>
}

/** A database of its own, cloned from the migrated template. `query` runs as a superuser, past all policies. */
export async function cloneDatabase(template = inject('templateDatabase')): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  const admin = inject('adminUrl')
  await once(admin, `create database ${name} template ${template} owner assay`)
  return {
    name,
    url: withDatabase(inject('ownerUrl'), name),
    query: (text, values) => once(withDatabase(admin, name), text, values),
    drop: async () => {
      await once(admin, `drop database ${name} with (force)`)
    },
  }
}

function withDatabase(url: string, name: string): string {
  return Object.assign(new URL(url), { pathname: `/${name}` }).href
}

async function once(url: string, text: string, values: unknown[] = []): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await client.query(text, values)
  } finally {
    await client.end()
  }
}
