import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { loadSecrets } from '#scripts/start/secrets.ts'

/** Deletes a submission from the server completely, as if a backup from before it had been restored. */
export async function restoreOlderBackup(dataDir: string, customId: string): Promise<void> {
  const { databaseUrl } = JSON.parse(readFileSync(join(dataDir, 'services.json'), 'utf8')) as { databaseUrl: string }
  const url = Object.assign(new URL(databaseUrl), {
    username: 'postgres',
    password: loadSecrets(dataDir).superuserPassword,
  })
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  try {
    // Triggers are disabled, because an older backup does not contain their effects either.
    await client.query('set session_replication_role = replica')
    const { rows } = await client.query<{ id: string; merchant_id: string }>(
      'delete from submission where custom_id = $1 returning id, merchant_id',
      [customId],
    )
    const { id, merchant_id: merchant } = rows[0]!
    for (const table of ['sync_op', 'sync_change']) {
      await client.query(`delete from ${table} where merchant_id = $1 and record_id = $2`, [merchant, id])
    }
    await client.query('update merchant_seq set epoch = epoch + 1 where merchant_id = $1', [merchant])
  } finally {
    await client.end()
  }
}
