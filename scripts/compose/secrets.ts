import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { loadSecrets } from '#scripts/start/secrets.ts'

/** Where each container finds what it needs, and nothing else: a volume each, below one folder here. */
type Files = Record<'server' | 'postgres' | 'store' | 'bitcoin', Record<string, string>>

/**
 * Makes every key and password of the containers on their first start, and writes the files that each of them reads. A start
 * that finds them keeps them: without CODE_KEY no printed code verifies any more.
 */
export function writeSecrets(root: string): void {
  const own = join(root, 'server')
  mkdirSync(own, { recursive: true })
  const secrets = { ...loadSecrets(own), storePassword: keptPassword(join(own, 'store-password')) }
  const files: Files = {
    server: {
      CODE_KEY: secrets.codeKey,
      JWT_SECRET: secrets.jwtSecret,
      BITCOIN_KEY: secrets.bitcoinKey,
      CATAPULT_KEY: secrets.catapultKey,
      DATABASE_PASSWORD: secrets.databasePassword,
      BITCOIN_PASSWORD: secrets.bitcoinPassword,
      S3_SECRET_KEY: secrets.storePassword,
    },
    postgres: { superuser: secrets.superuserPassword, login: secrets.databasePassword },
    store: { password: secrets.storePassword },
    bitcoin: { 'bitcoin.conf': `rpcuser=assay\nrpcpassword=${secrets.bitcoinPassword}\n` },
  }
  for (const [container, contents] of Object.entries(files)) {
    mkdirSync(join(root, container), { recursive: true })
    for (const [name, text] of Object.entries(contents)) write(join(root, container, name), text)
  }
}

function keptPassword(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    const password = randomBytes(24).toString('hex')
    write(file, password)
    return password
  }
}

/** Readable by the user of the one kind of container that mounts the volume; complete or absent after a crash. */
function write(file: string, text: string): void {
  writeFileSync(`${file}.new`, text)
  chmodSync(`${file}.new`, 0o444)
  renameSync(`${file}.new`, file)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) writeSecrets(process.argv[2] ?? '/secrets')
