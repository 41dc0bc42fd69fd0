import { z } from 'zod'
import { mailAdministrators } from '#server/anchoring/service.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { defineJob } from '#server/core/jobs/job-queue.ts'
import { backupMailText } from '#shared/backup/mail-text.ts'
import { textIn } from '#shared/core/i18n/fill.ts'
import { lastBackup } from './service.ts'

/** The minute and hour (UTC) of the daily backup. */
export const dailyAt = { minute: 13, hour: 1 }

/** Daily, and when an administrator begins one. Without a place for backups it does nothing. */
export const backupJob = defineJob({
  name: 'backup.run',
  schema: z.object({ id: z.uuid().optional() }),
  cron: `${dailyAt.minute} ${dailyAt.hour} * * *`,
  expireSeconds: 24 * 3600,
  retries: 2,
  async run({ id }, { services, signal, heartbeat, attempt }) {
    // Its libraries are loaded only here: web processes have the list of jobs, too.
    const { runBackup, sourceOf } = await import('./run.ts')
    const source = sourceOf(services.config)
    if (!source) return
    const tell = async () => {
      signal.throwIfAborted()
      await heartbeat()
    }
    const made = await runBackup(services.db, source, { id: id ?? attempt, tell })
    if (!made && id) {
      await services.db.system((tx) =>
        tx.execute(sql`
          update backup_run set state = 'failed', finished_at = clock_timestamp(), reason = 'Another backup was running.'
          where id = ${id} and state = 'waiting'`),
      )
    }
    if (made?.check?.reason) services.log.warn(`backup: ${made.name} was not checked: ${made.check.reason}`)
  },
  async gaveUp(_, { services: { db, mail, log } }) {
    await db.system(async (tx) => {
      const { problem, at } = await lastBackup(tx)
      log.error(`backup: it failed: ${problem}`)
      await mailAdministrators(tx, mail, (language) => {
        const t = textIn(backupMailText, language)
        const last = at ? t('last', { at: at.toISOString() }) : t('none')
        return {
          subject: t('subject'),
          paragraphs: [t('failed', { reason: problem ?? '' }), last],
          action: { label: t('open'), path: '/backups' },
        }
      })
    })
  },
})
