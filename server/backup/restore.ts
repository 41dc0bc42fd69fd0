import { createInterface } from 'node:readline/promises'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { readSource, reportFailure, say } from './command.ts'
import { envText, openKeys } from './keys.ts'
import { openPlace } from './place/place.ts'
import { lostLines } from './restore/lost.ts'
import { restoreBackup } from './restore/restore.ts'
import { readManifests } from './write/backup.ts'
import { progressLines } from './write/progress.ts'

const usage = `Usage: node server/backup/restore.ts NAME [--replace] [--to PLACE]
  restores the backup NAME ("latest": the newest) into the database of DATABASE_URL and the files of DATA_DIR or S3_BUCKET
  --replace           replaces a database that is not empty, after a restore point of its state was made
  --to PLACE          reads this folder or s3://BUCKET/PREFIX instead of BACKUP_TO
       node server/backup/restore.ts keys NAME   prints the keys of the backup, which the passphrase opens
`

/** The command that restores a backup. Returns the exit code. */
export async function restoreCommand(args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const given = optionsOf(args)
  const [first, second, ...rest] = given?.positionals ?? []
  if (!given || !first || rest.length > 0 || (first === 'keys') !== (second !== undefined))
    return reportFailure(usage, 64)
  const { to, replace: mayReplace = false } = given.values
  try {
    // The key of an empty place is only known after this command has printed it.
    if (first === 'keys')
      return await printKeys(
        readSource({ DATABASE_URL: 'postgres://unused', CODE_KEY: '0'.repeat(64), ...env }, [], to),
        second!,
      )
    const source = readSource(env, [], to)
    const tell = progressLines((line) => process.stderr.write(line))
    const done = await restoreBackup(source, { name: first, mayReplace, tell, say })
    const { manifest, files, proofs, restorePoint, lost, logEntries } = done
    say(`Restored ${manifest.name}: all rows are there, ${proofs} proofs hold, ${files.restored} files were copied.`)
    if (logEntries > 0) say(`${logEntries} entries of the public log that are newer came back from LOG_FILES.`)
    if (lost) say(lostLines(lost).join('\n'))
    if (restorePoint) say(`The state before is ${restorePoint}: restore it with --replace to go back.`)
    if (files.damaged.length > 0)
      return reportFailure(
        `${files.damaged.length} files are missing or damaged in the place:\n${files.damaged.join('\n')}\n`,
      )
    return 0
  } catch (error) {
    return reportFailure(error)
  }
}

async function printKeys(source: ReturnType<typeof readSource>, name: string): Promise<number> {
  const place = openPlace(source.backup)
  const all = await readManifests(place)
  const manifest = name === 'latest' ? all.at(-1) : all.find((one) => one.name === name)
  const stream = manifest?.keys && (await place.open(`${manifest.name}/keys.age`))
  if (!stream) return reportFailure(`${place.label} has no keys of ${name}.\n`, 66)
  const sealed = Buffer.concat(await stream.toArray())
  const passphrase = source.backup.passphrase ?? (await askForPassphrase())
  if (!passphrase) return reportFailure('Set BACKUP_PASSPHRASE.\n', 78)
  try {
    say(envText(await openKeys(sealed, passphrase)).trimEnd())
    return 0
  } catch {
    return reportFailure('The passphrase is wrong, or the file of the keys is damaged.\n', 77)
  }
}

async function askForPassphrase(): Promise<string | undefined> {
  if (!process.stdin.isTTY) return undefined
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return await lines.question('Passphrase: ')
  } finally {
    lines.close()
  }
}

function optionsOf(args: string[]) {
  try {
    const options = { to: { type: 'string' }, replace: { type: 'boolean' } } as const
    return parseArgs({ args, options, allowPositionals: true })
  } catch {
    return undefined
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  process.exitCode = await restoreCommand(process.argv.slice(2), process.env)
