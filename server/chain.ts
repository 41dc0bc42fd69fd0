import { randomBytes } from 'node:crypto'
import { pathToFileURL } from 'node:url'
import { bitcoinAddress, bitcoinSigner } from './anchoring/bitcoin/key.ts'
import { chainStatus } from './anchoring/chain-status.ts'
import { openDatabase } from './core/db/database.ts'
import { loggedMessage } from './core/logging/logged-error.ts'

const usage = 'Usage: node server/chain.ts status | key\n'

/** Commands about the chains for an operator. Returns the exit code. */
export async function chainCommand([command]: string[], env: NodeJS.ProcessEnv): Promise<number> {
  if (command === 'key') return printKey()
  if (command !== 'status') return fail(usage, 64)
  if (!env.DATABASE_URL) return fail('DATABASE_URL must be that of the server.\n', 78)
  const db = openDatabase({ databaseUrl: env.DATABASE_URL, databaseConnections: 2 })
  try {
    process.stdout.write(`${(await chainStatus(db.read)).join('\n')}\n`)
    return 0
  } catch (error) {
    return fail(`The database did not answer: ${loggedMessage(error)}\n`, 1)
  } finally {
    await db.close()
  }
}

/** A new key for BITCOIN_KEY with its addresses. It is printed and stored nowhere. */
function printKey(): number {
  const key = randomBytes(32)
  const { publicKey } = bitcoinSigner(key)
  const addresses = (['mainnet', 'testnet', 'regtest'] as const).map(
    (network) => `${network.padEnd(8)} ${bitcoinAddress(publicKey, network)}`,
  )
  process.stdout.write(`BITCOIN_KEY=${key.toString('hex')}\n${addresses.join('\n')}\n`)
  return 0
}

function fail(message: string, code: number): number {
  process.stderr.write(message)
  return code
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  process.exitCode = await chainCommand(process.argv.slice(2), process.env)
