import { anchorAlert, anchorChain } from '#server/anchoring/table.ts'
import type { Tx } from '#server/core/db/database.ts'
import { recordset } from '#server/core/db/sql-params.ts'
import { and, eq, isNull, notInArray, sql } from '#server/core/drizzle/orm.ts'
import type { Services } from '#server/core/services.ts'
import { type ChainAlert, chainAlerts } from '#shared/anchoring/chain-alerts.ts'
import { ChainReport } from '#shared/anchoring/chain-report.ts'
import type { ChainId } from '#shared/anchoring/contract.ts'
import { mailAdministrators } from './administrators.ts'
import { alertMail } from './mails.ts'
import { pendingAnchors } from './pending.ts'

/** An alert that ends and comes again within this time is not mailed again. */
const quietMinutes = 60

/**
 * Stores the alerts of a chain as they are now, and mails new ones to all administrators. The mails and the marks are committed
 * together, whichever worker finds an alert first: each is mailed once.
 */
export async function updateAlerts(
  { config, db, mail, log }: Pick<Services, 'config' | 'db' | 'mail' | 'log'>,
  chain: ChainId,
) {
  const gatherSeconds = chain === 'bitcoin' ? config.bitcoinEpochSeconds : config.catapultEpochSeconds
  await db.system(async (tx) => {
    const [row] = await tx.select().from(anchorChain).where(eq(anchorChain.chain, chain))
    const report = ChainReport.safeParse(row?.report)
    if (!report.success) return
    const { oldestAt } = await pendingAnchors(tx, chain)
    const facts = { chain, report: report.data, oldestAt: oldestAt?.getTime(), gatherSeconds }
    const alerts = chainAlerts(facts, Date.now())
    const news = await storeAlerts(tx, chain, alerts)
    for (const { kind, detail } of news) {
      // The monitor has logged the problem itself.
      if (kind !== report.data.problem?.kind)
        log.warn({ chain, alert: kind }, `anchoring: ${chain}: ${kind}: ${detail}`)
    }
    if (news.length > 0) await mailAdministrators(tx, mail, alertMail(chain, news))
  })
}

/** Returns the alerts that were not mailed yet. */
async function storeAlerts(tx: Tx, chain: ChainId, alerts: readonly ChainAlert[]): Promise<ChainAlert[]> {
  const kinds = alerts.map(({ kind }) => kind)
  await tx
    .update(anchorAlert)
    .set({ endedAt: sql`now()` })
    .where(
      and(
        eq(anchorAlert.chain, chain),
        isNull(anchorAlert.endedAt),
        kinds.length > 0 ? notInArray(anchorAlert.kind, kinds) : undefined,
      ),
    )
  if (alerts.length === 0) return []
  const { rows } = await tx.execute<ChainAlert & { isNew: boolean } & Record<string, unknown>>(sql`
    insert into anchor_alert as known (chain, kind, detail, since, told_at)
      select ${chain}, kind, detail, now(), now() from ${recordset(alerts, 'kind text, detail text')}
    on conflict (chain, kind) do update set detail = excluded.detail, ended_at = null,
      since = case when known.ended_at is null then known.since else now() end,
      told_at = case when known.ended_at is not null and known.told_at < now() - make_interval(mins => ${quietMinutes})
        then now() else known.told_at end
    returning kind, detail, told_at = now() as "isNew"`)
  return rows.filter(({ isNew }) => isNew).map(({ kind, detail }) => ({ kind, detail }))
}
