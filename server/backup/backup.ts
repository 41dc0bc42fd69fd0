import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { openDatabase } from '#server/core/db/database.ts'
import { manifestLines, readSource, reportFailure, say } from './command.ts'
import { parseEnvText } from './keys.ts'
import { openPlace } from './place/place.ts'
import { runBackup } from './run.ts'
import { readManifests } from './write/backup.ts'
import { progressLines } from './write/progress.ts'

const usage = `Usage: node server/backup/backup.ts [COMMAND]
  (none)              makes a backup at BACKUP_TO, restores it into another database and compares
  list                lists the backups
Options:
  --to PLACE          a folder or s3://BUCKET/PREFIX instead of BACKUP_TO
  --env FILE          a file of variables whose keys are sealed, too, such as that of the signer; can be repeated
  --without-check     does not restore a copy
`

/** The command that makes a backup. Returns the exit code. */
export async function backupCommand(args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const given = optionsOf(args)
  if (!given || given.positionals.length > 1 || (given.positionals[0] && given.positionals[0] !== 'list'))
    return reportFailure(usage, 64)
  const { to, env: files = [], 'without-check': isUnchecked } = given.values
  try {
    const more = files.map((file) => parseEnvText(readFileSync(file, 'utf8')))
    const source = readSource(env, more, to)
    if (given.positionals[0] === 'list') {
      for (const manifest of await readManifests(openPlace(source.backup))) say(manifestLines(manifest).join('\n'))
      return 0
    }
    if (!source.backup.passphrase)
      process.stderr.write(
        'BACKUP_PASSPHRASE is not set: the keys are not in the backup. Without CODE_KEY no printed code verifies.\n',
      )
    const db = openDatabase({ databaseUrl: source.databaseUrl, databaseConnections: 2 })
    try {
      const tell = progressLines((line) => process.stderr.write(line))
      const made = await runBackup(db, source, { id: randomUUID(), tell, mayCheck: !isUnchecked })
      if (!made) return reportFailure('Another backup is running.\n', 75)
      say(manifestLines(made).join('\n'))
      return made.check?.reason ? 1 : 0
    } finally {
      await db.close()
    }
  } catch (error) {
    return reportFailure(error)
  }
}

function optionsOf(args: string[]) {
  try {
    const options = {
      to: { type: 'string' },
      env: { type: 'string', multiple: true },
      'without-check': { type: 'boolean' },
    } as const
    return parseArgs({ args, options, allowPositionals: true })
  } catch {
    return undefined
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  process.exitCode = await backupCommand(process.argv.slice(2), process.env)
