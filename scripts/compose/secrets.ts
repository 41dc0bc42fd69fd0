import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { loadSecrets } from '#scripts/start/secrets.ts'
import { replaceFile } from '#server/core/files/replace-file.ts'

/** The files of each container, by name: each container has a volume of its own, a folder below one folder here. */
type Files = Record<'server' | 'signer' | 'postgres' | 'store' | 'bitcoin', Record<string, string>>

/**
 * Creates all keys and passwords of the containers at their first start, and writes the files for each of them. A later start
 * keeps them: with another CODE_KEY, no printed code would verify.
 */
function writeSecrets(root: string): void {
  const own = join(root, 'made')
  mkdirSync(own, { recursive: true })
  const secrets = { ...loadSecrets(own), storePassword: keptPassword(join(own, 'store-password')) }
  const files: Files = {
    server: {
      CODE_KEY: secrets.codeKey,
      NFC_KEY: secrets.nfcKey,
      JWT_SECRET: secrets.jwtSecret,
      DATABASE_PASSWORD: secrets.databasePassword,
      BITCOIN_PASSWORD: secrets.bitcoinPassword,
      S3_SECRET_KEY: secrets.storePassword,
    },
    signer: { BITCOIN_KEY: secrets.bitcoinKey, CATAPULT_KEY: secrets.catapultKey, LOG_KEY: secrets.logKey },
    postgres: { superuser: secrets.superuserPassword, login: secrets.databasePassword },
    store: { password: secrets.storePassword },
    bitcoin: { 'bitcoin.conf': `rpcuser=assay\nrpcpassword=${secrets.bitcoinPassword}\n` },
  }
  for (const [container, contents] of Object.entries(files)) {
    mkdirSync(join(root, container), { recursive: true })
    for (const [name, text] of Object.entries(contents)) replaceFile(join(root, container, name), text, readable)
  }
}

function keptPassword(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    const password = randomBytes(24).toString('hex')
    replaceFile(file, password, readable)
    return password
  }
}

/** The volume is mounted only where its user may read it. */
const readable = { mode: 0o444, isExact: true }

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) writeSecrets(process.argv[2] ?? '/secrets')
