import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { parseEnv } from 'node:util'
import { replaceFile } from '#server/core/files/replace-file.ts'
import type { Answers } from './questions.ts'

export type Variables = Record<string, string>

/** Where an installation has what belongs to it. */
export const filePlaces = {
  serverFile: 'etc/assay/assay.env',
  signerFile: 'etc/assay/signer.env',
  units: 'etc/systemd/system',
} as const

const signerSocket = '/run/assay-signer/socket'
const key = () => randomBytes(32).toString('hex')

/** Keys that are made once: an installation that loses one loses its printed codes, its log or its money. */
const serverKeys = ['CODE_KEY', 'NFC_KEY', 'JWT_SECRET'] as const
const signerKeys = ['BITCOIN_KEY', 'CATAPULT_KEY', 'LOG_KEY'] as const

/** The variables of web and worker. Values of an earlier run stay, unless an option of this run names another. */
export function keptServerVariables(earlier: Variables, answers: Answers, databaseUrl: string): Variables {
  const smtp = answers['smtp-url']!
  return {
    SIGNER_SOCKET: signerSocket,
    DATA_DIR: '/var/lib/assay',
    LOG_ORIGIN: new URL(answers['public-url']!).host,
    ...withKeys(serverKeys, earlier),
    PUBLIC_URL: answers['public-url']!,
    DATABASE_URL: databaseUrl,
    ...(smtp === 'off' ? { MAIL: 'off' } : { SMTP_URL: smtp }),
    MAIL_FROM: answers['mail-from']!,
    SUPPORT_EMAIL: answers['support-email']!,
    BITCOIN_RPC_URL: answers['bitcoin-rpc-url']!,
    BITCOIN_NETWORK: answers['bitcoin-network']!,
    CATAPULT_URL: answers['catapult-url']!,
    CATAPULT_NETWORK: answers['catapult-network']!,
  }
}

/** The variables of the signer. */
export const keptSignerVariables = (earlier: Variables): Variables => ({
  SIGNER_SOCKET: signerSocket,
  SIGNER_FEES_FILE: '/var/lib/assay-signer/fees',
  SIGNER_CHECKPOINTS_FILE: '/var/lib/assay-signer/checkpoints',
  ...withKeys(signerKeys, earlier),
})

const withKeys = (names: readonly string[], earlier: Variables): Variables =>
  Object.fromEntries(names.map((name) => [name, earlier[name] || key()]))

/** The variables of a file, or none if there is no such file. */
export function readVariables(file: string): Variables {
  try {
    return parseEnv(readFileSync(file, 'utf8')) as Variables
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return {}
  }
}

/**
 * Sets variables in a file that only its owner can read, and keeps its other lines. The file is replaced as a whole, so that a crash
 * loses no key.
 */
export function writeVariables(file: string, variables: Variables): void {
  const left = { ...variables }
  const kept = linesOf(file).map((line) => {
    const name = /^([A-Z_0-9]+)=/.exec(line)?.[1]
    if (name === undefined || left[name] === undefined) return line
    const written = lineOf(name, left[name])
    delete left[name]
    return written
  })
  const added = Object.entries(left).map(([name, value]) => lineOf(name, value))
  mkdirSync(dirname(file), { recursive: true })
  replaceFile(file, `${[...kept, ...added].join('\n')}\n`, { mode: 0o600, isExact: true })
}

function linesOf(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').trimEnd().split('\n')
  } catch {
    return []
  }
}

/** In a form that systemd and Node read alike: in quotes, if there is more than letters, digits and signs of URLs. */
const lineOf = (name: string, value: string) => `${name}=${/^[\w:/@.,+=?&%~-]*$/.test(value) ? value : `"${value}"`}`
