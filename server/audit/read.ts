import { account, apiKey, merchant } from '#server/core/auth/table.ts'
import { containsPattern } from '#server/core/db/contains-pattern.ts'
import type { Tx } from '#server/core/db/database.ts'
import { inOrderOf, windowOf } from '#server/core/db/paging.ts'
import { textArray } from '#server/core/db/sql-params.ts'
import { eq, ilike, or, type SQL, sql } from '#server/core/drizzle/orm.ts'
import { keyNameOf } from '#server/core/logging/audit.ts'
import { entriesOfStreams, listedStreams } from '#server/core/logging/audit-chain.ts'
import { auditEntry } from '#server/core/table.ts'
import type { AuditEntry, AuditFilter } from '#shared/audit/contract.ts'

/** The place of an entry in the order of the list. `at` with microseconds, which a Date does not have. */
type Key = { at: string; stream: string; seq: string }

/** The names of a filter as the values that entries contain. Undefined stands for any. */
type Resolved = {
  merchants: string[] | undefined
  actors: string[] | undefined
  actions: string[] | undefined
  reference: string | undefined
  /** The first and the last day, both included, in UTC. */
  from: string | undefined
  to: string | undefined
}

export async function listEntries(
  tx: Tx,
  { page, limit, ...filter }: AuditFilter & { page: number; limit: number },
): Promise<{ rows: AuditEntry[]; total: number }> {
  const resolved = await resolve(tx, filter)
  const total = await countOf(tx, resolved)
  const { offset, count, fromEnd } = windowOf(total, page, limit)
  if (count === 0) return { rows: [], total }
  const keys = await selectKeys(tx, resolved, { offset, limit: count, oldestFirst: fromEnd })
  return { rows: await entriesOf(tx, fromEnd ? keys.reverse() : keys), total }
}

/** All entries in chunks, each starting after the last one, so that at most one chunk is in memory. */
export async function* eachChunk(tx: Tx, filter: AuditFilter): AsyncGenerator<AuditEntry[]> {
  const resolved = await resolve(tx, filter)
  let limit = firstChunk
  let last: Key | undefined
  for (;;) {
    const keys = await selectKeys(tx, resolved, { offset: 0, limit, oldestFirst: false, last })
    yield entriesOf(tx, keys)
    if (keys.length < limit) return
    last = keys.at(-1)
    limit = nextChunks
  }
}

/** Entries per query of an export: few at first, so that a download begins at once. */
const firstChunk = 100
const nextChunks = 1_000

/** Every branch of a query costs planning. A filter with more values is one condition: its entries are many. */
const maxBranches = 60

/**
 * The keys of entries, the latest first unless `oldestFirst`. An index has the entries of each value of a filter in the order
 * of the list; of each, no more are read than the page and those before it.
 */
async function selectKeys(
  tx: Tx,
  { merchants, actors, actions, reference, ...days }: Resolved,
  { offset, limit, oldestFirst, last }: { offset: number; limit: number; oldestFirst: boolean; last?: Key | undefined },
): Promise<Key[]> {
  const filters = [
    { column: sql`actor_id`, values: actors, type: 'uuid' },
    { column: sql`action`, values: actions, type: 'text' },
    { column: sql`merchant_id`, values: merchants, type: 'uuid' },
  ].flatMap(({ values, ...rest }) => (values ? [{ values, ...rest }] : []))
  if (filters.some(({ values }) => values.length === 0)) return []
  const direction = sql.raw(oldestFirst ? 'asc' : 'desc')
  const order = sql`order by at ${direction}, stream ${direction}, seq ${direction}`
  const branched = reference ? undefined : filters.find(({ values }) => values.length <= maxBranches)
  const conditions = filters
    .filter((one) => one !== branched)
    .map(({ column, values, type }) => sql`${column} = any(${textArray(values)}::${sql.raw(type)}[])`)
  if (reference) conditions.push(sql`reference = ${reference.toLowerCase()}`)
  conditions.push(...withinDays(days))
  if (last) conditions.push(sql`(at, stream, seq) < (${last.at}::timestamptz, ${last.stream}, ${last.seq}::bigint)`)
  const branch = (...more: SQL[]) => sql`select at, stream, seq from audit_entry
    where ${sql.join([sql`true`, ...conditions, ...more], sql` and `)} ${order}`
  const branches = branched
    ? branched.values.map((value) => branch(sql`${branched.column} = ${value}::${sql.raw(branched.type)}`))
    : [branch()]
  const page = sql`offset ${offset} limit ${limit}`
  const parts = branches.map((one) => sql`(${one} limit ${offset + limit})`)
  const found =
    branches.length === 1 ? sql`${branches[0]} ${page}` : sql`${sql.join(parts, sql` union all `)} ${order} ${page}`
  const { rows } = await tx.execute<Key>(sql`select at::text, stream, seq::text from (${found}) as page`)
  return rows
}

async function countOf(tx: Tx, resolved: Resolved): Promise<number> {
  const { merchants, actors, actions, reference, from, to } = resolved
  const ofStreams = !actors && !actions && !reference && !from && !to
  const { rows } = await tx.execute<{ total: number }>(
    ofStreams
      ? sql`with recursive ${listedStreams} select ${entriesOfStreams(sql`s.stream`)} as total
        from ${merchants ? sql`unnest(${textArray(merchants)}) as s (stream)` : sql`listed s`}`
      : sql`select count(*)::float8 as total from audit_entry where ${sql.join(
          [
            merchants && sql`merchant_id = any(${textArray(merchants)}::uuid[])`,
            actors && sql`actor_id = any(${textArray(actors)}::uuid[])`,
            actions && sql`action = any(${textArray(actions)})`,
            reference && sql`reference = ${reference.toLowerCase()}`,
            ...withinDays(resolved),
          ].filter((one) => one !== undefined && one !== ''),
          sql` and `,
        )}`,
  )
  return rows[0]!.total
}

function withinDays({ from, to }: Pick<Resolved, 'from' | 'to'>): SQL[] {
  return [
    ...(from ? [sql`at >= ${from}::date at time zone 'UTC'`] : []),
    ...(to ? [sql`at < (${to}::date + 1) at time zone 'UTC'`] : []),
  ]
}

async function resolve(
  tx: Tx,
  { merchant: named, actor, action, reference, from, to }: AuditFilter,
): Promise<Resolved> {
  return {
    merchants: named ? await merchantsNamed(tx, named) : undefined,
    actors: actor ? await actorsNamed(tx, actor) : undefined,
    actions: action ? await actionsBeginning(tx, action) : undefined,
    reference,
    from,
    to,
  }
}

/** Entries with the names of their ids, in the order of the keys. */
async function entriesOf(tx: Tx, keys: readonly Key[]): Promise<AuditEntry[]> {
  if (keys.length === 0) return []
  const keyOf = ({ stream, seq }: { stream: string; seq: string | number }) => `${seq} ${stream}`
  const listed = sql`unnest(${textArray(keys.map(({ stream }) => stream))}, ${textArray(keys.map(({ seq }) => seq))}::bigint[])`
  const found = await tx
    .select({ entry: auditEntry, merchant: merchant.name, name: account.username, email: account.email })
    .from(auditEntry)
    .leftJoin(merchant, eq(merchant.id, auditEntry.merchantId))
    .leftJoin(account, eq(account.id, auditEntry.actorId))
    .where(sql`(${auditEntry.stream}, ${auditEntry.seq}) in (select * from ${listed})`)
  return inOrderOf(keys.map(keyOf), found, ({ entry }) => keyOf(entry)).map(view)
}

type Found = {
  entry: typeof auditEntry.$inferSelect
  merchant: string | null
  name: string | null
  email: string | null
}

function view({ entry, merchant, name, email }: Found): AuditEntry {
  const { at, merchantId, actorId, prevHash, hash, ...rest } = entry
  const keyName = keyNameOf(entry)
  return {
    ...rest,
    at: at.toISOString(),
    merchant: merchantId && { id: merchantId, name: merchant ?? merchantId },
    actor: actorId && { id: actorId, name: keyName ?? name, email, isKey: keyName !== undefined },
    prevHash: prevHash.toString('hex'),
    hash: hash.toString('hex'),
  } as AuditEntry
}

async function merchantsNamed(tx: Tx, words: string): Promise<string[]> {
  const found = await tx
    .select({ id: merchant.id })
    .from(merchant)
    .where(or(ilike(merchant.name, containsPattern(words)), eq(merchant.code, words)))
  return found.map(({ id }) => id)
}

/** Accounts, and API keys that exist. */
async function actorsNamed(tx: Tx, words: string): Promise<string[]> {
  const pattern = containsPattern(words)
  const found = await tx
    .select({ id: account.id })
    .from(account)
    .where(or(ilike(account.username, pattern), ilike(account.email, pattern)))
    .unionAll(tx.select({ id: apiKey.id }).from(apiKey).where(ilike(apiKey.name, pattern)))
  return found.map(({ id }) => id)
}

/** The actions that occur, by steps from one to the next in their index: there are about a hundred. */
async function actionsBeginning(tx: Tx, words: string): Promise<string[]> {
  const { rows } = await tx.execute<{ action: string }>(sql`
    with recursive listed as (
      (select action from audit_entry order by action limit 1)
      union all select (select action from audit_entry where action > listed.action order by action limit 1)
      from listed where listed.action is not null)
    select action from listed where starts_with(action, ${words})`)
  return rows.map(({ action }) => action)
}
