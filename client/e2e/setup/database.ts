import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Assay } from './start-assay.ts'

/** The database of a started Assay, with all rows of all merchants. */
export async function withDatabase<T>(
  { dataDir }: Pick<Assay, 'dataDir'>,
  run: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const { databaseUrl } = JSON.parse(readFileSync(join(dataDir, 'services.json'), 'utf8')) as { databaseUrl: string }
  const client = new pg.Client({ connectionString: databaseUrl, options: '-c role=app_system' })
  await client.connect()
  try {
    return await run(client)
  } finally {
    await client.end()
  }
}
