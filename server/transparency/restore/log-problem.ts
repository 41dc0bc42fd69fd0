import { mailAdministrators, problemMail } from '#server/anchoring/service.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import type { Services } from '#server/core/services.ts'
import type { LogReader } from '#server/transparency/tree-store.ts'
import { chainProblemText } from '#shared/anchoring/chain-problem-text.ts'

/** The log cannot continue until an operator acts. `reason` is a fact for this person. */
type LogProblem = {
  reason: string
  since: Date
}

export async function readLogProblem(db: LogReader): Promise<LogProblem | null> {
  const { rows } = await db.execute<{ reason: string; since: string | Date }>(
    sql`select reason, since from log_problem`,
  )
  return rows[0] ? { reason: rows[0].reason, since: new Date(rows[0].since) } : null
}

/** Stores the problem, and mails it to all administrators when it begins: once, whichever worker finds it first. */
export async function storeLogProblem(
  { db, mail, log }: Pick<Services, 'db' | 'mail' | 'log'>,
  reason: string,
): Promise<void> {
  await db.system(async (tx) => {
    const { rowCount } = await tx.execute(sql`
      insert into log_problem (single, reason) values (true, ${reason}) on conflict do nothing`)
    if (rowCount !== 1) return
    log.warn(`transparency log: ${reason} ${chainProblemText.enUS.logForkedDo}`)
    await mailAdministrators(tx, mail, problemMail([{ kind: 'logForked', detail: reason }]))
  })
}

export async function endLogProblem({ db }: Pick<Services, 'db'>): Promise<void> {
  await db.system((tx) => tx.execute(sql`delete from log_problem`))
}
