import { randomBytes } from 'node:crypto'
import { pathToFileURL } from 'node:url'
import { type ChainId, chainIds } from '#shared/anchoring/contract.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { encodeQr } from '#shared/label/qr.ts'
import { bitcoinAddress, bitcoinSigner } from './anchoring/bitcoin/key.ts'
import { chainView } from './anchoring/operator/chain-view.ts'
import { fundingLines } from './anchoring/operator/funding-lines.ts'
import { rotateInFile } from './anchoring/operator/rotate-key.ts'
import { offerLines, statusLines } from './anchoring/operator/status-lines.ts'
import { switchNetwork } from './anchoring/operator/switch-network.ts'
import { type Database, openDatabase } from './core/db/database.ts'
import { Environment } from './core/environment.ts'
import { audit } from './core/logging/audit.ts'
import { loggedMessage } from './core/logging/logged-error.ts'
import { logView, NewLogError, openNewLog, publishedKeys } from './transparency/service.ts'

const usage = `Usage: node server/chain.ts COMMAND
  status                  the last reported state of chains, nodes and log
  key                     prints a new Bitcoin key with its addresses
  fund [CHAIN [DAYS]]     where to send money, and how much for that many days (default: 365)
  rotate FILE             makes a new Bitcoin key the present one in a file of variables (NAME=value)
  new-log NAME            opens a new public log under another name, after the database was restored from an old dump
  switch CHAIN [NETWORK]  shows what another network would cost; with its name, confirms it
`
const settings = Environment.pick({
  BITCOIN_EPOCH_SECONDS: true,
  CATAPULT_EPOCH_SECONDS: true,
  LOG_WITNESSES: true,
  LOG_QUORUM: true,
}).partial()

/** Commands about the chains for an operator. Returns the exit code. */
export async function chainCommand([command, ...args]: string[], env: NodeJS.ProcessEnv): Promise<number> {
  if (command === 'key') return printKey()
  if (command === 'rotate' && args[0]) return rotate(args[0])
  const run = command && { status, fund, switch: changeNetwork, 'new-log': newLog }[command]
  const isNamed = command === 'status' || command === 'new-log' || !args[0] || isChain(args[0])
  if (!run || !isNamed) return fail(usage, 64)
  if (!env.DATABASE_URL) return fail('DATABASE_URL must be that of the server.\n', 78)
  const db = openDatabase({ databaseUrl: env.DATABASE_URL, databaseConnections: 2 })
  try {
    return await run(db, env, args)
  } catch (error) {
    if (error instanceof NewLogError) return fail(`${error.message}\n`, 69)
    if (error instanceof Problem) return fail(`${error.kind.enUS}\n`, 69)
    return fail(`The database did not answer: ${loggedMessage(error)}\n`, 1)
  } finally {
    await db.close()
  }
}

const isChain = (word: string | undefined): word is ChainId => chainIds.some((chain) => chain === word)
const say = (lines: readonly string[]): number => {
  process.stdout.write(`${lines.join('\n')}\n`)
  return 0
}

/** The times and witnesses of the server, as far as the environment of this command has them. */
function configOf(env: NodeJS.ProcessEnv) {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const { data } = settings.safeParse(given)
  return {
    bitcoinEpochSeconds: data?.BITCOIN_EPOCH_SECONDS ?? 3600,
    catapultEpochSeconds: data?.CATAPULT_EPOCH_SECONDS ?? 30,
    logWitnesses: data?.LOG_WITNESSES ?? [],
    logQuorum: data?.LOG_QUORUM,
  }
}

async function viewsOf(db: Database, env: NodeJS.ProcessEnv, chains: readonly ChainId[]) {
  const keys = await publishedKeys(db.read)
  return Promise.all(chains.map((chain) => chainView(db.read, configOf(env), chain, keys[chain])))
}

async function status(db: Database, env: NodeJS.ProcessEnv): Promise<number> {
  return say(statusLines(await viewsOf(db, env, chainIds), await logView(db.read, configOf(env))))
}

async function fund(db: Database, env: NodeJS.ProcessEnv, [chain, days = '365']: string[]): Promise<number> {
  if (!/^[1-9]\d{0,3}$/.test(days)) return fail(usage, 64)
  const views = await viewsOf(db, env, isChain(chain) ? [chain] : chainIds)
  return say(views.flatMap((view) => fundingLines(view, Number(days), encodeQr)))
}

async function changeNetwork(db: Database, env: NodeJS.ProcessEnv, [chain, network]: string[]): Promise<number> {
  if (!isChain(chain)) return fail(usage, 64)
  if (!network) {
    const [view] = await viewsOf(db, env, [chain])
    return say(view!.offer ? offerLines(chain, view!.offer) : [`The nodes of ${chain} ask for no other network.`])
  }
  await db.system(async (tx) => {
    await switchNetwork(tx, chain, network)
    await audit(tx, { id: 'command' }, 'chains.switch', { subject: chain, data: { network } })
  })
  return say([`Anchors of ${chain} are made on ${network} from now on. The worker continues within a minute.`])
}

async function newLog(db: Database, _: NodeJS.ProcessEnv, [name]: string[]): Promise<number> {
  if (!name) return fail(usage, 64)
  const vkey = await openNewLog(db, name)
  return say([
    `The log is called ${name} from now on; it begins with all batches of the database. Its key: ${vkey}`,
    `1. Set LOG_ORIGIN=${name} where LOG_ORIGIN is set, and another LOG_FILES if the log is published there.`,
    '2. Restart worker and web processes. Give the key to the operators of your witnesses.',
    '3. Empty the caches before /log/, and tell everybody who keeps a policy to fetch /log/policy again.',
  ])
}

function rotate(file: string): number {
  try {
    return say(rotateInFile(file))
  } catch (error) {
    return fail(`${file} was not changed: ${loggedMessage(error)}\n`, 1)
  }
}

/** A new key for BITCOIN_KEY with its addresses. It is printed and stored nowhere. */
function printKey(): number {
  const key = randomBytes(32)
  const { publicKey } = bitcoinSigner(key)
  const addresses = (['mainnet', 'testnet', 'regtest'] as const).map(
    (network) => `${network.padEnd(8)} ${bitcoinAddress(publicKey, network)}`,
  )
  return say([`BITCOIN_KEY=${key.toString('hex')}`, ...addresses])
}

function fail(message: string, code: number): number {
  process.stderr.write(message)
  return code
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  process.exitCode = await chainCommand(process.argv.slice(2), process.env)
