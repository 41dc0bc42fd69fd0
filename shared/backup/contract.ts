import { z } from 'zod'
import { defineContract } from '#shared/core/api/contract.ts'
import { defineProblems } from '#shared/core/api/problem.ts'
import { Instant } from '#shared/core/fields/fields.ts'

const count = z.number().int().min(0)
export const backupSteps = ['database', 'files', 'keys', 'check'] as const
export const backupStates = ['waiting', 'running', 'done', 'failed'] as const

export const BackupView = z
  .object({
    id: z.uuid(),
    /** The folder of the backup; null until it has one. */
    name: z.string().nullable(),
    state: z.enum(backupStates),
    startedAt: Instant,
    finishedAt: Instant.nullable(),
    /** The bytes of the dump and of all files. */
    bytes: count.nullable(),
    /** What is done of the present step, while it runs; `total` is null if it is not known. */
    progress: z.object({ step: z.enum(backupSteps), done: count, total: count.nullable() }).nullable(),
    /** When the restored copy was compared with it. */
    checkedAt: Instant.nullable(),
    /** Why it failed, or why it could not be checked. */
    reason: z.string().nullable(),
    /** Whether it is still there. */
    isKept: z.boolean(),
  })
  .meta({ id: 'BackupView' })
export type BackupView = z.infer<typeof BackupView>

export const backupContract = defineContract({
  list: {
    method: 'GET',
    path: '/backups',
    access: 'admin',
    summary: 'List the backups of the installation, the newest first',
    answer: z.object({
      rows: z.array(BackupView),
      /** Where backups are written; null: nowhere. */
      place: z.string().nullable(),
      /** How many are kept. */
      keep: count,
      /** When the next one begins by itself; null without a place. */
      next: Instant.nullable(),
      /** Whether the keys are stored with them, sealed with the passphrase. */
      hasKeys: z.boolean(),
    }),
  },
  start: {
    method: 'POST',
    path: '/backups',
    access: 'admin',
    summary: 'Begin a backup now, unless one is waiting or running',
    answer: BackupView,
  },
  manifest: {
    method: 'GET',
    path: '/backups/:id/manifest',
    access: 'admin',
    summary: 'Read the manifest of a backup',
    params: z.object({ id: z.uuid() }),
    answer: z.record(z.string(), z.unknown()),
  },
})

export const backupProblems = defineProblems('backup', {
  noPlace: {
    status: 409,
    enUS: 'No place for backups is set. Set BACKUP_TO and restart the processes.',
    ruRU: 'Не указано, куда сохранять резервные копии. Задайте BACKUP_TO и перезапустите процессы.',
  },
  notFound: {
    status: 404,
    enUS: 'There is no such backup',
    ruRU: 'Такой резервной копии нет',
  },
})
