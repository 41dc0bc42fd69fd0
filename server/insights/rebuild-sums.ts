import { pathToFileURL } from 'node:url'
import { openDatabase } from '#server/core/db/database.ts'
import { Environment } from '#server/core/environment.ts'
import { loggedMessage } from '#server/core/logging/logged-error.ts'
import { rebuildSums } from './service.ts'

const Needed = Environment.pick({ DATABASE_URL: true })

/** The command that deletes the sums of scans and computes them again from the scans. Returns the exit code. */
export async function rebuildSumsCommand(env: NodeJS.ProcessEnv): Promise<number> {
  const { success, data } = Needed.safeParse(env)
  if (!success) {
    process.stderr.write('DATABASE_URL must be that of the server.\n')
    return 78
  }
  const db = openDatabase({ databaseUrl: data.DATABASE_URL, databaseConnections: 2 })
  try {
    await rebuildSums(db)
    process.stdout.write('The sums of scans were counted again.\n')
    return 0
  } catch (error) {
    process.stderr.write(`The sums of scans were not counted: ${loggedMessage(error)}\n`)
    return 1
  } finally {
    await db.close()
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  process.exitCode = await rebuildSumsCommand(process.env)
