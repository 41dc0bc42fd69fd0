import { type Child, firstMessage, startChild } from './child-process.ts'
import type { Secrets } from './secrets.ts'
import type { SignerKeys } from './supervise-signer.ts'

type EmbeddedServices = { databaseUrl: string; bitcoinUrl: string; catapultUrl: string }
type Passwords = Pick<Secrets, 'superuserPassword' | 'databasePassword' | 'bitcoinPassword'>

/**
 * Starts the services that the environment does not name: PostgreSQL and the two chains. Each child is passed to `started`
 * before it is ready, so that a start that fails halfway can stop it.
 */
export async function startEmbedded(
  dataDir: string,
  passwords: Passwords,
  signer: Promise<SignerKeys>,
  started: (child: Child) => void,
): Promise<EmbeddedServices> {
  const begin = async (name: string, file: string, own: NodeJS.ProcessEnv = {}) => {
    const child = startChild(name, `scripts/start/${file}`, [], { ...process.env, DATA_DIR: dataDir, ...own })
    started(child)
    return (await firstMessage<{ url: string }>(child)).url
  }
  const { DATABASE_URL, BITCOIN_RPC_URL, CATAPULT_URL } = process.env
  const [databaseUrl, bitcoinUrl, catapultUrl] = await Promise.all([
    DATABASE_URL ||
      begin('PostgreSQL', 'postgres-process.ts', {
        SUPERUSER_PASSWORD: passwords.superuserPassword,
        DATABASE_PASSWORD: passwords.databasePassword,
      }),
    BITCOIN_RPC_URL ||
      signer.then(({ bitcoin }) =>
        begin('The Bitcoin node', 'bitcoin-process.ts', {
          MINE_TO_PUBLIC_KEY: bitcoin.publicKey,
          BITCOIN_PASSWORD: passwords.bitcoinPassword,
        }),
      ),
    CATAPULT_URL || begin('The Catapult ledger', 'catapult-process.ts'),
  ])
  return { databaseUrl, bitcoinUrl, catapultUrl }
}
