import { chainCommand } from '#server/chain.ts'
import { startedEnvironment } from './tool/started-environment.ts'

/** `npm run chain -- status`: the chains of the Assay that `npm start` runs, or of DATABASE_URL. `-- key` prints a new key. */
const [command] = process.argv.slice(2)
const env = command === 'status' ? { ...startedEnvironment(), ...process.env } : process.env
process.exitCode = await chainCommand(process.argv.slice(2), env)
