import { doctorCommand } from '#server/installation/doctor.ts'
import { continueAsOwner } from './deploy/as-owner.ts'
import { filePlaces, readVariables } from './deploy/variables.ts'

/**
 * `npm run doctor`: tries each part of the installation that `npm run deploy -- init` has set up on this machine, or of the variables in the
 * environment. The folder of variables is closed, so it needs root.
 */
const stored = process.env.DATABASE_URL ? {} : readVariables(`/${filePlaces.serverFile}`)
continueAsOwner(stored.DATA_DIR ?? '')
process.exitCode = await doctorCommand(process.argv.slice(2), { ...stored, ...process.env })
