import { startedEnvironment } from '#scripts/tool/started-environment.ts'
import { restoreCommand } from '#server/backup/restore.ts'
import { startedKeys } from './started-keys.ts'

/** `npm run restore -- …`: for the Assay that `npm start` runs in DATA_DIR, or for the one of DATABASE_URL. */
process.exitCode = await restoreCommand(process.argv.slice(2), {
  ...startedKeys(),
  ...startedEnvironment(),
  ...process.env,
})
