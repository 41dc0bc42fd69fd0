import { instant } from '#server/core/db/columns.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { bigint, boolean, check, index, jsonb, pgTable, text, uuid } from '#server/core/drizzle/pg-core.ts'
import type { backupStates, backupSteps } from '#shared/backup/contract.ts'
import type { Manifest } from './manifest.ts'

/** Backups that were begun, by the worker or by the command. `lastBackup` of service.ts reads the last complete one. */
export const backupRun = pgTable(
  'backup_run',
  {
    id: uuid().primaryKey().defaultRandom(),
    state: text().$type<(typeof backupStates)[number]>().notNull(),
    /** The folder in the place; null until it begins to run. */
    name: text(),
    startedAt: instant().notNull().default(sql`clock_timestamp()`),
    /** The last progress: of a process that was killed, it is old. */
    touchedAt: instant().notNull().default(sql`clock_timestamp()`),
    finishedAt: instant(),
    step: text().$type<(typeof backupSteps)[number]>(),
    stepDone: bigint({ mode: 'number' }).notNull().default(0),
    stepTotal: bigint({ mode: 'number' }),
    bytes: bigint({ mode: 'number' }),
    checkedAt: instant(),
    reason: text(),
    manifest: jsonb().$type<Manifest>(),
    /** Whether the place still has it. */
    isKept: boolean().notNull().default(true),
  },
  (table) => [
    index('backup_run_order').on(table.startedAt),
    check('backup_run_state', sql`${table.state} in ('waiting', 'running', 'done', 'failed')`),
  ],
)
