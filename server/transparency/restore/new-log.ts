import type { Database } from '#server/core/db/database.ts'
import { audit } from '#server/core/logging/audit.ts'
import { enqueueMissingBatches } from '#server/transparency/integrate.ts'
import { publishedKeys } from '#server/transparency/log-settings.ts'
import { type VerifierKey, vkeyOf } from '#shared/transparency/note.ts'

/** The new log cannot be opened. The message says why. */
export class NewLogError extends Error {
  override name = 'NewLogError'
}

const namePattern = /^[!-*,-~]{1,200}$/

/**
 * Opens a new log with all batches under another name, after the database was restored from an old dump. Proofs of the earlier log
 * stay valid for everybody who trusts it; its key stays in the policy. Returns the key of the new one.
 */
export async function openNewLog(db: Database, name: string): Promise<string> {
  if (!namePattern.test(name)) throw new NewLogError('The name has a space, a plus sign or a letter that is not ASCII.')
  const { log } = await publishedKeys(db.read)
  const last = log.at(-1)
  if (!last) throw new NewLogError('No log was opened yet: the worker opens it.')
  if (log.some((key) => key.name === name))
    throw new NewLogError('A log of this name exists: the signer would refuse it.')
  const key: VerifierKey = { ...last, name }
  await db.owner(async (client) => {
    await client.query('begin')
    try {
      await client.query('select empty_log()')
      await client.query(`select set_config('role', 'app_system', true)`)
      await client.query(`insert into public_key (kind, key, created_at) values ('log', $1, clock_timestamp())`, [
        vkeyOf(key),
      ])
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      throw error
    }
  })
  await db.system(async (tx) => {
    await enqueueMissingBatches(tx)
    await audit(tx, { id: 'command' }, 'log.new', { subject: name, data: { former: last.name } })
  })
  return vkeyOf(key)
}
