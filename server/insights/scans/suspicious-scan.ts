import { sql } from '#server/core/drizzle/orm.ts'

/** The case of a scan is opened moments after the scan: a case that is opened later than this does not concern the scan. */
export const caseDelaySeconds = 5

/**
 * Whether a scan `s` is suspicious: the code was unknown or not active, or a case about it had been opened. Every reader after
 * `caseDelaySeconds` gets the same result. `offset 0` keeps the search of each code in its index.
 */
export const suspiciousScanCondition = sql`(s.verdict in ('u', 'n') or exists (
  select from verdict_case c where c.address = s.address
    and c.created_at <= s.at + make_interval(secs => ${sql.raw(String(caseDelaySeconds))}) offset 0))`
