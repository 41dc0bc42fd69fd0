import { sql } from 'drizzle-orm'
import type { AnchorSigner } from '#server/anchoring/service.ts'
import type { Config } from '#server/core/config.ts'
import type { Database } from '#server/core/db/database.ts'
import { arrayText, textArray } from '#server/core/db/sql-params.ts'
import { keyTypes, signatureLine, type VerifierKey, vkeyOf } from '#shared/transparency/note.ts'
import { readLogOrigin } from './log-settings.ts'

/** Asks the signer for its keys and publishes those that are new. Returns the key of the log with the name of the log. */
export async function openLog(
  db: Database,
  signer: AnchorSigner,
  { logOrigin, publicUrl }: Pick<Config, 'logOrigin' | 'publicUrl'>,
): Promise<VerifierKey> {
  const keys = await signer.describe()
  const known = await readLogOrigin(db.read)
  if (known !== undefined && logOrigin !== undefined && logOrigin !== known) {
    throw new Error(`LOG_ORIGIN is ${logOrigin}, but the log is called ${known}: its name never changes.`)
  }
  const name = known ?? logOrigin ?? `${new URL(publicUrl).host}${new URL(publicUrl).pathname.replace(/\/$/, '')}/log`
  const key: VerifierKey = { name, type: keyTypes.note, publicKey: keys.log.publicKey }
  const used = { log: vkeyOf(key), bitcoin: hex(keys.bitcoin.publicKey), catapult: hex(keys.catapult.publicKey) }
  await db.system((tx) =>
    tx.execute(sql`
      insert into public_key (kind, key)
      select * from unnest(${arrayText(Object.keys(used))}::text[], ${textArray(Object.values(used))})
      on conflict do nothing`),
  )
  return key
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

/**
 * Signs the newest head, if it is not signed. The head is in the database before: signing it again after a kill gives the
 * same bytes, and two workers sign the same text.
 */
export async function signHead(db: Database, signer: AnchorSigner, key: VerifierKey): Promise<void> {
  const { rows } = await db.read.execute<{ size: string; root: Buffer; signature: string | null }>(
    sql`select size, root, signature from log_head order by size desc limit 1`,
  )
  const head = rows[0]
  if (!head || head.signature !== null) return
  const size = Number(head.size)
  const { signature } = await signer.checkpoint({ publicKey: key.publicKey, origin: key.name, size, root: head.root })
  await db.system((tx) =>
    tx.execute(sql`
      update log_head set signature = ${signatureLine(key, signature)} where size = ${size} and signature is null`),
  )
}
