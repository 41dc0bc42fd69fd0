import type { Tx } from '#server/core/db/database.ts'
import { type SQL, sql } from '#server/core/drizzle/orm.ts'
import type { Subject, SubjectType } from './drafts.ts'

const batchSize = 200

/** Selects the subjects with something to tell that no event tells, each with its merchant. */
const unrecorded: Record<SubjectType, SQL> = {
  batch: sql`
    select id, merchant_id from activation_batch subject
    where state = 'done' and not exists (select from epcis_event e where e.subject = subject.id)`,
  shipment: sql`
    select id, merchant_id from logistic subject
    where removed_at is null and (not exists (select from epcis_event e where e.subject = subject.id and e.kind = 'shipment')
      or (delivered_at is not null and not exists (select from epcis_event e where e.subject = subject.id and e.kind = 'delivery')))`,
  // The day of a log is told when it is over.
  log: sql`
    select l.logistic_id as id, l.merchant_id from logistic_log l
    join logistic s on s.id = l.logistic_id and s.removed_at is null
    where l.tag is not null and exists (
      select from logistic_reading r where r.logistic_id = l.logistic_id
        and r.at >= coalesce((select max(event_time) + interval '1 millisecond' from epcis_event e
          where e.subject = l.logistic_id and e.kind = 'log' and e.error_at is null), '-infinity')
        and (l.next_pull_at is null or r.at < date_trunc('day', now() at time zone 'UTC') at time zone 'UTC'))`,
  recall: sql`
    select id, merchant_id from recall subject
    where public_at <= now() and (ended_at is null or ended_at >= public_at)
      and (not exists (select from epcis_event e where e.subject = subject.id)
        or (ended_at is not null and not exists (select from epcis_event e where e.subject = subject.id and e.kind = 'recallEnd')))`,
}

/** Some of them behind an id, in the order of their ids. */
export async function findUnrecorded(tx: Tx, type: SubjectType, after: string | undefined): Promise<Subject[]> {
  const { rows } = await tx.execute<{ id: string; merchantId: string }>(sql`
    select id, merchant_id as "merchantId" from (${unrecorded[type]}) as found
    where ${after ?? null}::uuid is null or id > ${after ?? null}::uuid order by id limit ${batchSize}`)
  return rows.map((row) => ({ ...row, type }))
}
