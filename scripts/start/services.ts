import { type Child, firstMessage, startChild } from './children.ts'
import type { Secrets } from './secrets.ts'

export type Embedded = { databaseUrl: string; bitcoinUrl: string; catapultUrl: string }

/**
 * Starts what the environment does not name: PostgreSQL, and the two chains. Each child is handed to `started` before it
 * is waited for, so that a start that fails halfway can still stop it.
 */
export async function startEmbedded(
  dataDir: string,
  secrets: Secrets,
  started: (child: Child) => void,
): Promise<Embedded> {
  const { DATABASE_URL, BITCOIN_RPC_URL, CATAPULT_URL } = process.env
  const [databaseUrl, chains] = await Promise.all([
    DATABASE_URL || startDatabase(dataDir, secrets, started),
    BITCOIN_RPC_URL && CATAPULT_URL ? undefined : startChains(dataDir, secrets, started),
  ])
  return {
    databaseUrl,
    bitcoinUrl: BITCOIN_RPC_URL || chains!.bitcoinUrl,
    catapultUrl: CATAPULT_URL || chains!.catapultUrl,
  }
}

async function startDatabase(dataDir: string, secrets: Secrets, started: (child: Child) => void): Promise<string> {
  const child = startChild('PostgreSQL', 'scripts/start/postgres-process.ts', [], {
    ...process.env,
    DATA_DIR: dataDir,
    SUPERUSER_PASSWORD: secrets.superuserPassword,
    DATABASE_PASSWORD: secrets.databasePassword,
  })
  started(child)
  return (await firstMessage<{ url: string }>(child)).url
}

async function startChains(dataDir: string, secrets: Secrets, started: (child: Child) => void) {
  const child = startChild('The embedded chains', 'scripts/start/chains-process.ts', [], {
    ...process.env,
    DATA_DIR: dataDir,
    BITCOIN_KEY: secrets.bitcoinKey,
    BITCOIN_PASSWORD: secrets.bitcoinPassword,
  })
  started(child)
  return firstMessage<{ bitcoinUrl: string; catapultUrl: string }>(child)
}
