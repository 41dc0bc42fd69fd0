import type { Tx } from '#server/core/db/database.ts'
import { type SQL, sql } from '#server/core/drizzle/orm.ts'
import type { Subject, SubjectType } from './drafts.ts'

const batchSize = 200
/**
 * The watermark stays so far behind the clock: longer than any transaction, and than most devices are without a connection, whose
 * clock says when a package was taken apart.
 */
const overlap = sql`interval '1 day'`

/** Selects the subjects that changed since a time with something to tell that no event tells, each with its merchant. */
const unrecorded: Record<SubjectType, (since: SQL) => SQL> = {
  batch: (since) => sql`
    select id, merchant_id from activation_batch subject
    where state = 'done' and finished_at >= ${since} and ${untold('activation')}`,
  shipment: (since) => sql`
    select id, merchant_id from logistic subject
    where removed_at is null and updated_at >= ${since}
      and (${untold('shipment')} or (delivered_at is not null and ${untold('delivery')}))`,
  // The day of a log is told when it is over, and the last one when the log is complete.
  log: (since) => sql`
    select l.logistic_id as id, l.merchant_id from logistic_log l
    join logistic s on s.id = l.logistic_id and s.removed_at is null
    where (l.next_pull_at is not null or l.pulled_at >= ${since}) and l.tag is not null and exists (
      select from logistic_reading r where r.logistic_id = l.logistic_id
        and r.at >= coalesce((select max(event_time) + interval '1 millisecond' from epcis_event e
          where e.subject = l.logistic_id and e.kind = 'log' and e.error_at is null), '-infinity')
        and (l.next_pull_at is null or r.at < date_trunc('day', now() at time zone 'UTC') at time zone 'UTC'))`,
  recall: (since) => sql`
    select id, merchant_id from recall subject
    where public_at <= now() and (public_at >= ${since} or ended_at >= ${since}) and (ended_at is null or ended_at >= public_at)
      and (${untold('recall')} or (ended_at is not null and ${untold('recallEnd')}))`,
  pack: (since) => sql`
    select id, merchant_id from pack subject
    where (created_at >= ${since} or unpacked_at >= ${since})
      and (${untold('packing')} or (unpacked_at is not null and ${untold('unpacking')}))`,
}

const untold = (kind: string): SQL => sql`
  not exists (select from epcis_event e where e.subject = subject.id and e.kind = ${kind})`

/** Where a search begins, and where the next one of this type begins when it is complete. */
export type Search = { type: SubjectType; since: string; next: string }

/** Begins a search: the first one of a type looks at everything. */
export async function beginSearch(tx: Tx, type: SubjectType): Promise<Search> {
  const { rows } = await tx.execute<{ since: string; next: string }>(sql`
    select coalesce((select recorded_to from epcis_mark where type = ${type}), '-infinity')::text as since,
      (now() - ${overlap})::text as next`)
  return { type, ...rows[0]! }
}

/** Everything that a search has found is recorded. */
export async function endSearch(tx: Tx, { type, next }: Search): Promise<void> {
  await tx.execute(sql`
    insert into epcis_mark as mark (type, recorded_to) values (${type}, ${next})
    on conflict (type) do update set recorded_to = greatest(mark.recorded_to, excluded.recorded_to)`)
}

/** Some of the subjects behind an id, in the order of their ids. */
export async function findUnrecorded(tx: Tx, { type, since }: Search, after: string | undefined): Promise<Subject[]> {
  const { rows } = await tx.execute<{ id: string; merchantId: string }>(sql`
    select id, merchant_id as "merchantId" from (${unrecorded[type](sql`${since}::timestamptz`)}) as found
    where ${after ?? null}::uuid is null or id > ${after ?? null}::uuid order by id limit ${batchSize}`)
  return rows.map((row) => ({ ...row, type }))
}
