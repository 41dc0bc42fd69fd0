import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as ecc from 'tiny-secp256k1'
import { replaceFile } from '#server/core/files/replace-file.ts'

export type Secrets = {
  codeKey: string
  /** Of the keys of NFC tags. */
  nfcKey: string
  jwtSecret: string
  bitcoinKey: string
  /** Keys that `npm run chain -- rotate` has replaced, the latest first. */
  formerBitcoinKeys?: string[]
  catapultKey: string
  logKey: string
  /** The name of the transparency log, which never changes. */
  logOrigin: string
  superuserPassword: string
  databasePassword: string
  bitcoinPassword: string
}

/** Created once and readable only by the owner. Without them, no printed code can be verified: back them up. */
export function loadSecrets(dir: string): Secrets {
  const file = join(dir, 'secrets.json')
  try {
    return withNfcKey(file, JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
      throw new Error(`${file} cannot be read: ${(error as Error).message}. Restore it; it cannot be made again.`)
    }
  }
  const secrets = makeSecrets()
  replaceFile(file, JSON.stringify(secrets, null, 2))
  return secrets
}

/** Installations of version 0.1.0 have no key for NFC tags. */
function withNfcKey(file: string, known: Omit<Secrets, 'nfcKey'> & Partial<Secrets>): Secrets {
  const secrets = { ...known, nfcKey: known.nfcKey ?? randomKey() }
  if (!known.nfcKey) replaceFile(file, JSON.stringify(secrets, null, 2))
  return secrets
}

const randomKey = (bytes = 32): string => randomBytes(bytes).toString('hex')

/** Makes a new Bitcoin key the present one. The old one stays, for what it has begun and for its money. */
export function rotateBitcoinKey(dir: string): void {
  const secrets = loadSecrets(dir)
  const { bitcoinKey, formerBitcoinKeys = [] } = secrets
  const rotated = { ...secrets, bitcoinKey: privateKey(), formerBitcoinKeys: [bitcoinKey, ...formerBitcoinKeys] }
  replaceFile(join(dir, 'secrets.json'), JSON.stringify(rotated, null, 2))
}

/** The name under which the log continues: `chain -- new-log` has opened it. */
export function renameLog(dir: string, logOrigin: string): void {
  replaceFile(join(dir, 'secrets.json'), JSON.stringify({ ...loadSecrets(dir), logOrigin }, null, 2))
}

function makeSecrets(): Secrets {
  return {
    codeKey: randomKey(),
    nfcKey: randomKey(),
    jwtSecret: randomKey(48),
    bitcoinKey: privateKey(),
    catapultKey: randomKey(),
    logKey: randomKey(),
    logOrigin: `assay.localhost/${randomKey(6)}`,
    superuserPassword: randomKey(24),
    databasePassword: randomKey(24),
    bitcoinPassword: randomKey(24),
  }
}

/** Almost any 32 bytes are a valid key of the curve. Others are drawn again. */
function privateKey(): string {
  for (;;) {
    const bytes = randomBytes(32)
    if (ecc.isPrivate(bytes)) return bytes.toString('hex')
  }
}
