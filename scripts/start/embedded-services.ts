import { randomBytes } from 'node:crypto'
import { keyTypes, vkeyOf } from '#shared/transparency/note.ts'
import { type Child, firstMessage, startChild } from './child-process.ts'
import type { Secrets } from './secrets.ts'
import type { SignerKeys } from './supervise-signer.ts'

type EmbeddedServices = {
  databaseUrl: string
  bitcoinUrl: string
  catapultUrl: string
  sensorEnv: NodeJS.ProcessEnv
  /** The name of the transparency log and its witness. */
  logEnv: NodeJS.ProcessEnv
}
type Passwords = Pick<Secrets, 'superuserPassword' | 'databasePassword' | 'bitcoinPassword' | 'logOrigin'>

/**
 * Starts the services that the environment does not name: PostgreSQL, the two chains, the service of temperature tags and a
 * witness of the log. Each child is passed to `started` before it is ready, so that a start that fails halfway can stop it.
 */
export async function startEmbedded(
  dataDir: string,
  passwords: Passwords,
  signer: Promise<SignerKeys>,
  started: (child: Child) => void,
): Promise<EmbeddedServices> {
  const begin = async (name: string, file: string, own: NodeJS.ProcessEnv = {}) => {
    const child = startChild(name, `scripts/start/${file}`, { env: { ...process.env, DATA_DIR: dataDir, ...own } })
    started(child)
    return firstMessage<{ url: string; tokenUrl: string; vkey: string }>(child)
  }
  const beginUrl = async (...args: Parameters<typeof begin>) => (await begin(...args)).url
  const { DATABASE_URL, BITCOIN_RPC_URL, CATAPULT_URL, SENSOR_SERVICE_URL, LOG_WITNESSES } = process.env
  const [databaseUrl, bitcoinUrl, catapultUrl, sensorEnv, logEnv] = await Promise.all([
    DATABASE_URL ||
      beginUrl('PostgreSQL', 'postgres-process.ts', {
        SUPERUSER_PASSWORD: passwords.superuserPassword,
        DATABASE_PASSWORD: passwords.databasePassword,
      }),
    BITCOIN_RPC_URL ||
      signer.then(({ bitcoin }) =>
        beginUrl('The Bitcoin node', 'bitcoin-process.ts', {
          MINE_TO_PUBLIC_KEY: bitcoin.publicKey,
          BITCOIN_PASSWORD: passwords.bitcoinPassword,
        }),
      ),
    CATAPULT_URL || beginUrl('The Catapult ledger', 'catapult-process.ts'),
    SENSOR_SERVICE_URL ? {} : beginSensors(begin),
    LOG_WITNESSES ? {} : signer.then(({ log }) => beginWitness(begin, passwords.logOrigin, log.publicKey)),
  ])
  return { databaseUrl, bitcoinUrl, catapultUrl, sensorEnv, logEnv }
}

type Begin = (
  name: string,
  file: string,
  own: NodeJS.ProcessEnv,
) => Promise<{ url: string; tokenUrl: string; vkey: string }>

/** A witness of the same installation shows how cosignatures work; only independent ones add trust. */
async function beginWitness(begin: Begin, ownOrigin: string, publicKey: string): Promise<NodeJS.ProcessEnv> {
  const origin = process.env.LOG_ORIGIN || ownOrigin
  const log = { name: origin, type: keyTypes.note, publicKey: Buffer.from(publicKey, 'hex') }
  const { url, vkey } = await begin('The witness', '../transparency/witness-process.ts', { WITNESS_LOG: vkeyOf(log) })
  return { LOG_ORIGIN: origin, LOG_WITNESSES: `${vkey} ${url}` }
}

/** Its credentials are made at each start: nothing outside this start needs them. */
async function beginSensors(begin: Begin): Promise<NodeJS.ProcessEnv> {
  const credentials = {
    SENSOR_SERVICE_CLIENT_ID: 'assay',
    SENSOR_SERVICE_CLIENT_SECRET: randomBytes(24).toString('hex'),
  }
  const { url, tokenUrl } = await begin('The sensor service', 'sensors-process.ts', credentials)
  return { ...credentials, SENSOR_SERVICE_URL: url, SENSOR_SERVICE_TOKEN_URL: tokenUrl }
}
