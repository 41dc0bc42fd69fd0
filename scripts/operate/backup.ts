import { startedEnvironment } from '#scripts/tool/started-environment.ts'
import { backupCommand } from '#server/backup/backup.ts'
import { startedKeys } from './started-keys.ts'

/** `npm run backup -- …`: for the Assay that `npm start` runs in DATA_DIR, or for the one of DATABASE_URL. */
process.exitCode = await backupCommand(process.argv.slice(2), {
  ...startedKeys(),
  ...startedEnvironment(),
  ...process.env,
})
