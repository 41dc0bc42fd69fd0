import { z } from 'zod'
import { account } from '#server/core/auth/table.ts'
import type { Tx } from '#server/core/db/database.ts'
import { eq, sql } from '#server/core/drizzle/orm.ts'
import { defineJob } from '#server/core/jobs/job-queue.ts'
import { loggableError } from '#server/core/logging/logged-error.ts'
import type { Services } from '#server/core/services.ts'
import { weeklySummary } from '#server/insights/table.ts'
import { weeklySummaryMail } from './mails.ts'
import { readWeeklyCounts } from './numbers.ts'
import { nextSummaryTime, wholeWeeks } from './week.ts'

type Subscription = { accountId: string; merchantId: string; timeZone: string; token: string }

/**
 * Writes the summaries of the week that ended. Each is written in one transaction with the moment of the next one, so that a
 * crash repeats or completes both: one mail a week.
 */
export const mailWeeklySummaries = defineJob({
  name: 'insights.weeklySummary',
  schema: z.object({}),
  cron: '* * * * *',
  async run(_, { services, signal, heartbeat }) {
    while (!signal.aborted && (await writeNext(services))) await heartbeat()
  },
})

/** Returns false if none is due. A summary that fails waits an hour, so that the others are written. */
async function writeNext({
  db,
  mail,
  config,
  log,
}: Pick<Services, 'db' | 'mail' | 'config' | 'log'>): Promise<boolean> {
  let due: Subscription | undefined
  try {
    return await db.system(async (tx) => {
      due = await takeDue(tx)
      if (!due) return false
      const { accountId, timeZone } = due
      const now = new Date()
      await setDue(tx, accountId, nextSummaryTime(now, timeZone))
      const [person] = await tx
        .select({ to: account.email, language: account.language })
        .from(account)
        .where(sql`${account.id} = ${accountId} and ${account.confirmed} and not ${account.blocked}`)
      if (!person || !mail.isOn) return true
      const weeks = wholeWeeks(now, timeZone)
      const numbers = await readWeeklyCounts(tx, due.merchantId, weeks)
      const unsubscribeUrl = `${config.publicUrl}/unsubscribe?token=${due.token}`
      const content = weeklySummaryMail({ weeks, timeZone, numbers, unsubscribeUrl })
      await mail.queue(tx, { ...person, content, unsubscribeUrl })
      return true
    })
  } catch (error) {
    if (!due) throw error
    const { accountId } = due
    log.error({ err: loggableError(error), accountId }, 'a weekly summary could not be written')
    await db.system((tx) => setDue(tx, accountId, new Date(Date.now() + 3_600_000)))
    return true
  }
}

/** The next due subscription, locked, once all scans until its time are in the sums. */
async function takeDue(tx: Tx): Promise<Subscription | undefined> {
  const { rows } = await tx.execute<Subscription>(sql`
    select account_id as "accountId", merchant_id as "merchantId", time_zone as "timeZone", token from weekly_summary
    where is_on and due_at <= least(now(), (select counted_to from scan_sums_mark))
    order by due_at limit 1 for update skip locked`)
  return rows[0]
}

const setDue = (tx: Tx, accountId: string, dueAt: Date) =>
  tx.update(weeklySummary).set({ dueAt }).where(eq(weeklySummary.accountId, accountId))
