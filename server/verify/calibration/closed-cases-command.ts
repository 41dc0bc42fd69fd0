import { openDatabase } from '#server/core/db/database.ts'
import { Environment } from '#server/core/environment.ts'
import { loggedMessage } from '#server/core/logging/logged-error.ts'
import { closedCases } from './closed-cases.ts'

/**
 * The command by which an operator exports decided warnings for the fit of the score: JSON on stdout, without codes, merchants and
 * times. It changes nothing. Returns the exit code.
 */
async function closedCasesCommand(env: NodeJS.ProcessEnv): Promise<number> {
  const { success, data } = Environment.pick({ DATABASE_URL: true }).safeParse(env)
  if (!success) {
    process.stderr.write('DATABASE_URL must be that of the server.\n')
    return 78
  }
  const db = openDatabase({ databaseUrl: data.DATABASE_URL, databaseConnections: 1 })
  try {
    const exported = await closedCases(db)
    process.stdout.write(`${JSON.stringify(exported)}\n`)
    process.stderr.write(`${exported.cases.length} decided warnings\n`)
    return 0
  } catch (error) {
    process.stderr.write(`The decided warnings could not be read: ${loggedMessage(error)}\n`)
    return 1
  } finally {
    await db.close()
  }
}

process.exitCode = await closedCasesCommand(process.env)
