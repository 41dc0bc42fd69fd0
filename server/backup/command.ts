import { backupConfig, s3Config } from '#server/core/config.ts'
import { ConfigError, givenVariables } from '#server/core/config-checks.ts'
import { Environment } from '#server/core/environment.ts'
import { shortSize } from '#server/core/files/short-size.ts'
import { loggedMessage } from '#server/core/logging/logged-error.ts'
import { DamagedBackupError } from './check/check.ts'
import type { Manifest } from './manifest.ts'
import { MissingProgramError } from './programs.ts'
import { RestoreRefusedError, type RestoreSource } from './restore/restore.ts'
import { BackupRefusedError } from './write/backup.ts'

const Needed = Environment.pick({
  ...({ DATABASE_URL: true, DATA_DIR: true, CODE_KEY: true, LOG_FILES: true } as const),
  ...({ S3_ENDPOINT: true, S3_BUCKET: true, S3_REGION: true, S3_ACCESS_KEY: true, S3_SECRET_KEY: true } as const),
  ...({ BACKUP_TO: true, BACKUP_KEEP: true, BACKUP_PASSPHRASE: true, BACKUP_CHECK_URL: true } as const),
  ...({ BACKUP_S3_ENDPOINT: true, BACKUP_S3_REGION: true } as const),
  ...({ BACKUP_S3_ACCESS_KEY: true, BACKUP_S3_SECRET_KEY: true } as const),
})

/** The settings of the commands: those of the server, of which they need only a part. */
export function readSource(
  env: NodeJS.ProcessEnv,
  more: readonly Record<string, string>[] = [],
  to?: string,
): RestoreSource {
  const given = givenVariables({ ...env, ...(to !== undefined && { BACKUP_TO: to }) })
  const { success, data, error } = Needed.safeParse(given)
  if (!success) throw new ConfigError(error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`))
  const backup = backupConfig(data)
  if (!backup) throw new ConfigError(['BACKUP_TO: not set, and there is no --to'])
  return {
    databaseUrl: data.DATABASE_URL,
    dataDir: data.DATA_DIR,
    s3: s3Config(data),
    codeKey: data.CODE_KEY,
    logFiles: data.LOG_FILES,
    backup,
    envs: [env, ...more],
  }
}

export const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** Errors whose message says what to do; all others are told without values. */
const explained = [ConfigError, DamagedBackupError, MissingProgramError, RestoreRefusedError, BackupRefusedError]

export function reportFailure(error: unknown, code = 1): number {
  const text = typeof error === 'string' ? error : `${messageOf(error)}\n`
  process.stderr.write(text)
  return code
}

const messageOf = (error: unknown): string =>
  explained.some((one) => error instanceof one) ? (error as Error).message : loggedMessage(error)

/** A backup in a few lines. */
export function manifestLines({
  name,
  kind,
  assay,
  snapshotAt,
  database,
  files,
  keys,
  log,
  check,
}: Manifest): string[] {
  const checked = !check
    ? 'not checked'
    : check.reason === null
      ? `checked: all rows counted, ${check.proofs} proofs and ${check.files} files hold`
      : `not checked: ${check.reason}`
  return [
    `${name}${kind === 'restorePoint' ? ' (state before a restore)' : ''}`,
    `  data of ${snapshotAt}, Assay ${assay}`,
    `  database ${shortSize(database.bytes)}, ${files.count} files with ${shortSize(files.bytes)}${files.missing ? `, ${files.missing} missing` : ''}`,
    `  keys: ${keys ? keys.names.join(', ') : 'none'}; public log: ${log ? `${log.size} entries` : 'not open'}`,
    `  ${checked}`,
  ]
}
