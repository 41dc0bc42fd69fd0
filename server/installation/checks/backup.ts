import { lastBackup } from '#server/backup/service.ts'
import type { Database } from '#server/core/db/database.ts'
import { type Check, fault, ok, warning } from '#server/installation/finding.ts'

/** A daily backup may be late by half a day. */
const oldestHours = 36

/** How old the last complete backup is. @param isOn whether BACKUP_TO is set */
export const backupCheck = (db: Pick<Database, 'read'>, isOn: boolean): Check => ({
  part: 'backup',
  async run() {
    const { at, problem } = await lastBackup(db.read)
    if (!at) return isOn ? fault('backupNone') : warning('backupOff')
    const hours = Math.floor((Date.now() - at.getTime()) / 3_600_000)
    if (problem) return fault('backupFailed', { reason: problem, at: at.toISOString() })
    return hours > oldestHours ? fault('backupOld', { hours }) : ok('backupOk', { at: at.toISOString() })
  },
})
