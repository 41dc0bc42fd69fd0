import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/core/config.ts'
import { desc, eq, inArray } from '#server/core/drizzle/orm.ts'
import { serve } from '#server/core/http/serve.ts'
import { audit } from '#server/core/logging/audit.ts'
import { type BackupView, backupContract, backupProblems } from '#shared/backup/contract.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { backupJob, dailyAt } from './jobs.ts'
import { backupRun } from './table.ts'

/** Rows of the list: all that are kept, and the last failures. */
const shown = 100
/** Without progress for this time (ms), the process has ended. */
const silentMs = 120_000

export function backupRoutes(app: FastifyInstance): void {
  const { config, jobs } = app.assay
  serve(app, backupContract, {
    async list({ tx }) {
      const rows = await tx.select().from(backupRun).orderBy(desc(backupRun.startedAt)).limit(shown)
      return {
        rows: rows.map(viewOf),
        place: config.backup ? placeLabel(config.backup) : null,
        keep: config.backup?.keep ?? 0,
        next: config.backup ? nextDaily(new Date()) : null,
        hasKeys: config.backup?.passphrase !== undefined,
      }
    },
    async start({ tx, request }) {
      if (!config.backup) throw new Problem(backupProblems.noPlace)
      const open = await tx
        .select()
        .from(backupRun)
        .where(inArray(backupRun.state, ['waiting', 'running']))
        .orderBy(desc(backupRun.startedAt))
      const going = open.find((row) => viewOf(row).state !== 'failed')
      if (going) return viewOf(going)
      const [row] = await tx.insert(backupRun).values({ state: 'waiting' }).returning()
      await jobs.send(tx, backupJob, { id: row!.id })
      await audit(tx, request, 'backup.start', { subject: row!.id })
      return viewOf(row!)
    },
    async manifest({ tx, params: { id } }) {
      const [row] = await tx.select({ manifest: backupRun.manifest }).from(backupRun).where(eq(backupRun.id, id))
      if (!row?.manifest) throw new Problem(backupProblems.notFound)
      return row.manifest
    },
  })
}

type Row = typeof backupRun.$inferSelect

function viewOf(row: Row): BackupView {
  const isSilent = row.state === 'running' && Date.now() - row.touchedAt.getTime() > silentMs
  return {
    id: row.id,
    name: row.name,
    state: isSilent ? 'failed' : row.state,
    startedAt: row.startedAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
    bytes: row.bytes,
    progress: row.state === 'running' && row.step ? { step: row.step, done: row.stepDone, total: row.stepTotal } : null,
    checkedAt: row.checkedAt?.toISOString() ?? null,
    reason: row.reason,
    isKept: row.isKept && row.state === 'done',
  }
}

const placeLabel = ({ to }: NonNullable<Config['backup']>): string =>
  'folder' in to ? to.folder : `s3://${to.bucket}/${to.prefix}`

function nextDaily(now: Date): string {
  const next = new Date(now)
  next.setUTCHours(dailyAt.hour, dailyAt.minute, 0, 0)
  if (next <= now) next.setUTCDate(next.getUTCDate() + 1)
  return next.toISOString()
}
