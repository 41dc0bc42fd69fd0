import type { Database } from '#server/core/db/database.ts'
import { textArray } from '#server/core/db/sql-params.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { ageOf, firstShipment } from '#server/verify/scans/scan-statement.ts'
import { type ClosedCase, type ClosedCases, decidedReasons } from '#shared/verdict/calibration/closed-cases.ts'
import { sinceShipment } from '#shared/verdict/evidence/counted-visits.ts'
import { strongestFeatures } from '#shared/verdict/rules.ts'
import { defaultSettings } from '#shared/verdict/settings.ts'
import { restoreVisitLog } from '#shared/verdict/visits/restore-visit-log.ts'

/** Codes that one statement reads. */
const chunk = 1_000
const firstId = '00000000-0000-0000-0000-000000000000'

type Row = { address: string; shipped: number | null } & Pick<ClosedCase, 'category' | 'reason'> &
  Record<'visit_log' | 'visits', Buffer | null>

/**
 * The codes of all merchants whose warning was decided, by the latest decision, with what their visits count. Codes without visits on
 * three days say nothing and are left out. The order is that of the counts, so it does not tell which code or merchant one belongs to.
 */
export async function closedCases({ system }: Pick<Database, 'system'>): Promise<ClosedCases> {
  const cases: ClosedCase[] = []
  for (let after = firstId; ; ) {
    const { rows } = await system((tx) =>
      tx.execute<Row>(sql`
        with decided as materialized (
          select distinct on (address) address, sku_id, reason from verdict_case
          where address > ${after} and rule in ('visitors', 'travel', 'market') and state = 'closed'
            and reason = any(${textArray(decidedReasons)})
          order by address, updated_at desc limit ${chunk})
        select d.address, d.reason, coalesce(s.settings ->> 'category', ${defaultSettings.category}) as category,
          case when recent.visits is null then merged.visit_log else recent.visit_log end as visit_log,
          coalesce(recent.visits, merged.visits) as visits,
          (1000 * extract(epoch from ${sql.raw(firstShipment('d.address'))}))::float8 as shipped
        from decided d
        left join verdict_setting s on s.sku_id = d.sku_id
        left join lateral (select newest.visit_log, newest.visits from recent_visits newest where newest.address = d.address
          order by ${sql.raw(ageOf('newest.run'))} limit 1) recent on true
        left join code_visits merged on merged.address = d.address
        order by d.address`),
    )
    cases.push(...rows.flatMap(caseOf))
    if (rows.length < chunk) break
    after = rows.at(-1)!.address
  }
  const text = new Map(cases.map((one) => [one, JSON.stringify(one)]))
  return {
    format: 'assay-closed-cases/1',
    cases: cases.toSorted((one, other) => (text.get(one)! < text.get(other)! ? -1 : 1)),
  }
}

function caseOf({ category, reason, shipped, visit_log, visits }: Row): ClosedCase[] {
  const history = restoreVisitLog({ visit_log, visits }, [])
  const features = strongestFeatures(sinceShipment(history, shipped === null ? undefined : new Date(shipped)).visits)
  return features ? [{ category, reason, features }] : []
}
