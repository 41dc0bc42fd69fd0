import { administratorCommand } from '#server/administrator.ts'
import { startedEnvironment } from './tool/started-environment.ts'

/**
 * `npm run administrator -- --email …`: prints a sign-in link for the Assay that `npm start` runs, or for the one of
 * DATABASE_URL.
 */
process.exitCode = await administratorCommand(process.argv.slice(2), { ...startedEnvironment(), ...process.env })
