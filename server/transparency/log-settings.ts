import type { Config } from '#server/core/config.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { parseVkey, type VerifierKey, vkeyOf } from '#shared/transparency/note.ts'
import { type Policy, policyOf, type Witness } from '#shared/transparency/policy.ts'
import type { LogReader } from './tree-store.ts'

/** The number of witnesses that a checkpoint needs without LOG_QUORUM: the majority. */
const majorityOf = (witnesses: readonly unknown[]): number =>
  witnesses.length === 0 ? 0 : Math.floor(witnesses.length / 2) + 1

export const quorumOf = ({ logWitnesses, logQuorum }: Pick<Config, 'logWitnesses' | 'logQuorum'>): number =>
  Math.min(logQuorum ?? majorityOf(logWitnesses), logWitnesses.length)

export const quorumRule = (config: Pick<Config, 'logWitnesses' | 'logQuorum'>) => ({
  witnesses: config.logWitnesses.map(({ name }) => name),
  needs: quorumOf(config),
})

/** Public keys of the operator, by kind, the oldest first. */
export async function publishedKeys(
  db: LogReader,
): Promise<{ log: VerifierKey[]; bitcoin: string[]; catapult: string[] }> {
  const { rows } = await db.execute<{ kind: string; key: string }>(
    sql`select kind, key from public_key order by created_at, key`,
  )
  const of = (kind: string) => rows.filter((row) => row.kind === kind).map(({ key }) => key)
  return { log: of('log').map((text) => parseVkey(text)!), bitcoin: of('bitcoin'), catapult: of('catapult') }
}

/** The name of the log: that of its first key for ever. Undefined before the worker has opened the log. */
export async function readLogOrigin(db: LogReader): Promise<string | undefined> {
  const { log } = await publishedKeys(db)
  return log.at(-1)?.name
}

/** The policy for checkers of our proofs; undefined before the worker has opened the log. */
export async function policyFor(
  db: LogReader,
  config: Pick<Config, 'logWitnesses' | 'logQuorum'>,
): Promise<Policy | undefined> {
  const { log } = await publishedKeys(db)
  if (log.length === 0) return undefined
  const witnesses: Witness[] = config.logWitnesses.map(({ name, key, url }) => ({ name, key, url }))
  return policyOf(log, witnesses, quorumOf(config))
}

/**
 * The response of `/log/keys`: all keys that were ever used, the oldest first. Undefined before the worker has opened the log.
 */
export async function keysDocument(db: LogReader, config: Pick<Config, 'logWitnesses' | 'logQuorum'>) {
  const { log, bitcoin, catapult } = await publishedKeys(db)
  if (log.length === 0) return undefined
  const witnesses = config.logWitnesses.map(({ key, url }) => ({ vkey: vkeyOf(key), url }))
  return { origin: log.at(-1)!.name, log: log.map(vkeyOf), witnesses, quorum: quorumOf(config), bitcoin, catapult }
}
