import type { RetentionKind } from '#shared/core/retention-kind.ts'
import {
  blockedPortIssues,
  ConfigError,
  geoFileIssues,
  givenVariables,
  groupIssues,
  mailIssues,
  signerIssues,
} from './config-checks.ts'
import { Environment } from './environment.ts'
import type { LogFilesConfig } from './environment-values.ts'

export type S3Config = { endpoint: string; bucket: string; region: string; accessKey: string; secretKey: string }
export type SensorServiceConfig = { url: string; tokenUrl: string; clientId: string; clientSecret: string }
/** Where backups are written. `s3` has the store of a bucket; its own bucket is another one. */
export type BackupConfig = {
  to: LogFilesConfig
  s3: S3Config | undefined
  keep: number
  passphrase: string | undefined
  checkUrl: string | undefined
}
export type Config = ReturnType<typeof toConfig>

/** Reads the environment. Throws one error that names all invalid variables. An empty variable counts as absent. */
export function loadConfig(env: Record<string, string | undefined> = process.env): Config {
  const given = givenVariables(env)
  const parsed = Environment.safeParse(given)
  const issues = parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  for (const issuesOf of [groupIssues, blockedPortIssues, mailIssues, signerIssues, geoFileIssues])
    issues.push(...issuesOf(given))
  if (!parsed.success || issues.length > 0) throw new ConfigError(issues)
  return toConfig(parsed.data)
}

function toConfig(env: Environment) {
  return {
    role: env.ROLE,
    webProcesses: env.WEB_PROCESSES,
    host: env.HOST,
    port: env.PORT,
    portFd: env.PORT_FD,
    trustedProxies: env.TRUSTED_PROXIES ?? [],
    dnsServers: env.DNS_SERVERS,
    webhookAllowCidrs: env.WEBHOOK_ALLOW_CIDRS ?? [],
    dataDir: env.DATA_DIR,
    publicUrl: env.PUBLIC_URL.replace(/\/+$/, ''),
    databaseUrl: env.DATABASE_URL,
    databaseConnections: env.DATABASE_CONNECTIONS,
    mail: env.MAIL,
    smtpUrl: env.MAIL === 'smtp' ? env.SMTP_URL : undefined,
    mailFrom: env.MAIL_FROM,
    supportEmail: env.SUPPORT_EMAIL,
    supportPhone: env.SUPPORT_PHONE,
    supportTelegram: env.SUPPORT_TELEGRAM,
    announcement: env.ANNOUNCEMENT,
    s3: s3Config(env),
    backup: backupConfig(env),
    bitcoinRpcUrls: env.BITCOIN_RPC_URL,
    bitcoinCookieFile: env.BITCOIN_COOKIE_FILE,
    catapultUrls: env.CATAPULT_URL,
    bitcoinNetwork: env.BITCOIN_NETWORK,
    bitcoinEpochSeconds: env.BITCOIN_EPOCH_SECONDS,
    catapultNetwork: env.CATAPULT_NETWORK,
    bitcoinScanSeconds: env.BITCOIN_SCAN_SECONDS,
    catapultEpochSeconds: env.CATAPULT_EPOCH_SECONDS,
    signerSocket: env.SIGNER_SOCKET,
    logOrigin: env.LOG_ORIGIN,
    logWitnesses: env.LOG_WITNESSES ?? [],
    logQuorum: env.LOG_QUORUM,
    logIntervalSeconds: env.LOG_INTERVAL_SECONDS,
    logFiles: env.LOG_FILES,
    sensorService: sensorServiceConfig(env),
    redisUrl: env.REDIS_URL,
    codeKey: env.CODE_KEY,
    nfcKey: env.NFC_KEY,
    jwtSecret: env.JWT_SECRET,
    geoipMmdb: env.GEOIP_MMDB,
    mapStyleUrl: env.MAP_STYLE_URL,
    logLevel: env.LOG_LEVEL,
    keepDays: keepDaysOf(env),
    demo: env.DEMO,
  }
}

export const keepVariables = {
  scans: 'KEEP_SCANS_DAYS',
  audit: 'KEEP_AUDIT_DAYS',
  syncLedger: 'KEEP_SYNC_LEDGER_DAYS',
  syncChanges: 'KEEP_SYNC_CHANGES_DAYS',
  mails: 'KEEP_MAILS_DAYS',
  cases: 'KEEP_CASES_DAYS',
  jobs: 'KEEP_JOBS_DAYS',
  webhooks: 'KEEP_WEBHOOKS_DAYS',
} as const satisfies Record<RetentionKind, keyof Environment>

/** Null: kept for ever. */
type KeepDays = Record<RetentionKind, number | null>

function keepDaysOf(env: Environment): KeepDays {
  const days = Object.entries(keepVariables).map(([kind, name]) => [kind, env[name] || null])
  return Object.fromEntries(days) as KeepDays
}

type BackupVariables = Pick<
  Environment,
  | 'BACKUP_TO'
  | 'BACKUP_KEEP'
  | 'BACKUP_PASSPHRASE'
  | 'BACKUP_CHECK_URL'
  | `BACKUP_S3_${'ENDPOINT' | 'REGION' | 'ACCESS_KEY' | 'SECRET_KEY'}`
>

export function backupConfig(env: BackupVariables & StoreVariables): BackupConfig | undefined {
  const { BACKUP_S3_ENDPOINT: endpoint, BACKUP_S3_REGION: region } = env
  if (!env.BACKUP_TO) return undefined
  const own = {
    endpoint: endpoint ?? '',
    bucket: '',
    region,
    accessKey: env.BACKUP_S3_ACCESS_KEY ?? '',
    secretKey: env.BACKUP_S3_SECRET_KEY ?? '',
  }
  return {
    to: env.BACKUP_TO,
    s3: endpoint ? own : s3Config(env),
    keep: env.BACKUP_KEEP,
    passphrase: env.BACKUP_PASSPHRASE,
    checkUrl: env.BACKUP_CHECK_URL,
  }
}

type StoreVariables = Pick<Environment, `S3_${'ENDPOINT' | 'BUCKET' | 'REGION' | 'ACCESS_KEY' | 'SECRET_KEY'}`>

export function s3Config(env: StoreVariables): S3Config | undefined {
  const { S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY, S3_SECRET_KEY } = env
  if (!S3_ENDPOINT || !S3_BUCKET || !S3_ACCESS_KEY || !S3_SECRET_KEY) return undefined
  return {
    endpoint: S3_ENDPOINT,
    bucket: S3_BUCKET,
    region: S3_REGION,
    accessKey: S3_ACCESS_KEY,
    secretKey: S3_SECRET_KEY,
  }
}

function sensorServiceConfig(env: Environment): SensorServiceConfig | undefined {
  const { SENSOR_SERVICE_URL: url, SENSOR_SERVICE_TOKEN_URL: tokenUrl } = env
  const { SENSOR_SERVICE_CLIENT_ID: clientId, SENSOR_SERVICE_CLIENT_SECRET: clientSecret } = env
  return url && tokenUrl && clientId && clientSecret ? { url, tokenUrl, clientId, clientSecret } : undefined
}
