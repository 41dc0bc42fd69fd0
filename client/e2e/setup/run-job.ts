import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PgBoss } from 'pg-boss'
import type { Assay } from './start-assay.ts'

/** The worker of a started Assay runs a job of its schedule now, not when it is due. */
export async function runJob({ dataDir }: Pick<Assay, 'dataDir'>, { name }: { name: string }): Promise<void> {
  const { databaseUrl } = JSON.parse(readFileSync(join(dataDir, 'services.json'), 'utf8')) as { databaseUrl: string }
  const boss = new PgBoss({ connectionString: databaseUrl, migrate: false, supervise: false, schedule: false })
  await boss.start()
  await boss.send(name, {})
  await boss.stop({ graceful: false })
}
