import { type AnchorSigner, historyMessage, LogHistoryError } from '#server/anchoring/service.ts'
import type { Config } from '#server/core/config.ts'
import type { Database } from '#server/core/db/database.ts'
import { arrayText, textArray } from '#server/core/db/sql-params.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { keyTypes, signatureLine, type VerifierKey, vkeyOf } from '#shared/transparency/note.ts'
import { consistencyRanges } from '#shared/transparency/tree.ts'
import { readLogOrigin } from './log-settings.ts'
import { subtreeRoots } from './tree-store.ts'

/** Asks the signer for its keys and publishes those that are new. Returns the key of the log with the name of the log. */
export async function openLog(
  db: Database,
  signer: AnchorSigner,
  { logOrigin, publicUrl }: Pick<Config, 'logOrigin' | 'publicUrl'>,
): Promise<VerifierKey> {
  const keys = await signer.describe()
  const known = await readLogOrigin(db.read)
  if (known !== undefined && logOrigin !== undefined && logOrigin !== known) {
    throw new Error(
      `LOG_ORIGIN is ${logOrigin}, but the log is called ${known}. Remove LOG_ORIGIN, or open a new log: docs/transparency-log.md.`,
    )
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
 * same bytes, and two workers sign the same text. Throws LogHistoryError as `compareWithSigned` does.
 */
export async function signHead(db: Database, signer: AnchorSigner, key: VerifierKey): Promise<void> {
  const { rows } = await db.read.execute<{ size: string; root: Buffer; signature: string | null }>(
    sql`select size, root, signature from log_head order by size desc limit 1`,
  )
  const head = rows[0]
  if (!head || head.signature !== null) return
  const size = Number(head.size)
  const last = await compareWithSigned(db, signer, key)
  const ranges = last && last.size > 0 && last.size < size ? consistencyRanges(last.size, size) : []
  const { signature } = await signer.checkpoint({
    publicKey: key.publicKey,
    origin: key.name,
    size,
    root: head.root,
    proof: await subtreeRoots(db.read, ranges),
  })
  await db.system((tx) =>
    tx.execute(sql`
      update log_head set signature = ${signatureLine(key, signature)} where size = ${size} and signature is null`),
  )
}

/**
 * What the signer has signed last of the log. Throws LogHistoryError if the database has fewer entries, or another root of this
 * size: it was restored from an old dump. A log that is longer is compared by the signer.
 */
export async function compareWithSigned(db: Database, signer: AnchorSigner, { name }: VerifierKey) {
  const { log } = await signer.describe()
  const last = log.signed.find(({ origin }) => origin === name)
  if (!last) return undefined
  const { rows } = await db.read.execute<{ size: string; root: Buffer | null }>(sql`
    select coalesce(max(size), 0) as size, (select root from log_head where size = ${last.size}) as root from log_head`)
  const { size, root } = rows[0]!
  if (Number(size) < last.size || (root && !root.equals(last.root))) {
    throw new LogHistoryError(historyMessage(name, last.size, Number(size)))
  }
  return last
}
