import { accessSync, constants } from 'node:fs'
import { blockedPortOf } from '#shared/core/blocked-port.ts'
import { isLoopbackUrl } from './network/loopback.ts'

/**
 * Variables that only the signer reads. Another process with one of them in its environment would hold a key, or a limit that
 * it does not use.
 */
export const signerVariables = [
  ...(['BITCOIN_KEY', 'BITCOIN_FORMER_KEYS', 'BITCOIN_KEY_COMMAND', 'CATAPULT_KEY', 'LOG_KEY'] as const),
  ...(['BITCOIN_MAX_FEE_RATE', 'BITCOIN_DAY_BUDGET', 'BITCOIN_YEAR_BUDGET'] as const),
  ...(['CATAPULT_MAX_FEE', 'CATAPULT_DAY_BUDGET', 'CATAPULT_YEAR_BUDGET', 'SIGNER_FEES_FILE'] as const),
  ...(['SIGNER_CHECKPOINTS_FILE'] as const),
] as const
export type SignerVariable = (typeof signerVariables)[number]

/**
 * The variables that an operator set. Compose sets a variable that it does not know to an empty string, and a login shell sets
 * MAIL to the mail file of the user (https://man7.org/linux/man-pages/man7/environ.7.html).
 */
export const givenVariables = (env: Record<string, string | undefined>): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(env).filter(([name, value]) => value !== '' && !(name === 'MAIL' && value?.startsWith('/'))),
  )

export class ConfigError extends Error {
  override name = 'ConfigError'
  issues: string[]

  constructor(issues: string[]) {
    super(`The configuration has ${issues.length} problem(s):\n${issues.map((issue) => `  - ${issue}`).join('\n')}`)
    this.issues = issues
  }
}

/** Variables that must be set together with the first one. */
const required: Record<string, string[]> = {
  S3_ENDPOINT: ['S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'],
  BACKUP_S3_ENDPOINT: ['BACKUP_S3_ACCESS_KEY', 'BACKUP_S3_SECRET_KEY'],
  SENSOR_SERVICE_URL: ['SENSOR_SERVICE_TOKEN_URL', 'SENSOR_SERVICE_CLIENT_ID', 'SENSOR_SERVICE_CLIENT_SECRET'],
}

export function groupIssues(env: Record<string, string | undefined>): string[] {
  return Object.entries(required)
    .flatMap(([first, others]) =>
      env[first] ? others.filter((name) => !env[name]).map((name) => `${name}: required with ${first}`) : [],
    )
    .concat(
      env.LOG_FILES?.startsWith('s3:') && !env.S3_ENDPOINT ? ['S3_ENDPOINT: required with LOG_FILES in a bucket'] : [],
      env.BACKUP_TO?.startsWith('s3:') && !env.S3_ENDPOINT && !env.BACKUP_S3_ENDPOINT
        ? ['BACKUP_S3_ENDPOINT: required with BACKUP_TO in a bucket']
        : [],
    )
}

/** Variables whose URLs this server calls with `fetch`, or browsers call. */
const calledUrls = [
  ...(['PUBLIC_URL', 'MAP_STYLE_URL', 'BITCOIN_RPC_URL', 'CATAPULT_URL', 'LOG_WITNESSES'] as const),
  ...(['SENSOR_SERVICE_URL', 'SENSOR_SERVICE_TOKEN_URL'] as const),
]

/** A service on such a port can be running, and yet every call fails as if it were not. */
export function blockedPortIssues(env: Record<string, string | undefined>): string[] {
  return calledUrls.flatMap((name) => {
    const ports = (env[name] ?? '').split(/[,\s]+/).flatMap((url) => blockedPortOf(url) ?? [])
    return ports.map(
      (port) =>
        `${name}: HTTP clients and browsers never call port ${port} (https://fetch.spec.whatwg.org/#port-blocking); let the service listen on another one`,
    )
  })
}

export function signerIssues(env: Record<string, string | undefined>): string[] {
  const signerNames = signerVariables.filter((name) => env[name] !== undefined)
  const issues = signerNames.map(
    (name) => `${name}: only the signer reads it (node server/signer.ts); remove it from the variables of this process`,
  )
  if (env.ROLE !== 'web' && !env.SIGNER_SOCKET) issues.push('SIGNER_SOCKET: required, unless ROLE is web')
  return issues
}

/** Without this check, scans would have no places, and nobody would notice. The worker does not read the file. */
export function geoFileIssues({ ROLE, GEOIP_MMDB }: Record<string, string | undefined>): string[] {
  if (ROLE === 'worker' || GEOIP_MMDB === undefined) return []
  try {
    accessSync(GEOIP_MMDB, constants.R_OK)
    return []
  } catch {
    return ['GEOIP_MMDB: the file does not exist, or this user cannot read it']
  }
}

/**
 * Mail that is dropped silently locks users out, and a publicly reachable mailbox exposes their links, so neither is a
 * default.
 */
export function mailIssues({ MAIL = 'smtp', SMTP_URL, PUBLIC_URL }: Record<string, string | undefined>): string[] {
  if (MAIL === 'smtp' && !SMTP_URL) return ['SMTP_URL: required, unless MAIL=off says that this server sends no mail']
  const isPublic = MAIL === 'mailbox' && PUBLIC_URL && URL.canParse(PUBLIC_URL) && !isLoopbackUrl(PUBLIC_URL)
  return isPublic ? ['MAIL: mailbox is for development, where PUBLIC_URL is at localhost, 127.0.0.1 or [::1]'] : []
}
