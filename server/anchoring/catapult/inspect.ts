import type { Inspection } from '#server/anchoring/nodes/choose-node.ts'
import type { ChainProblem } from '#shared/anchoring/chain-report.ts'
import { CatapultAuthError, type CatapultRest, CatapultUnreachableError } from './client.ts'

/** Public networks by their generation hash. Every other network is local. */
const networks = new Map([
  ['57F7DA205008026C776CB6AED843393F04CD458E0AA2D9F1D5F31A402072B2D6', 'mainnet'],
  ['49D6E1CE276A85B70EAFE52349AACCA389302E7A9754BCF1221E79494FC665A4', 'testnet'],
])

export type NetworkProperties = {
  network: { generationHashSeed: string; epochAdjustment: string }
  chain: { currencyMosaicId: string }
}

/** A public network makes a block every 30 s. */
const oldestBlockMs = 10 * 60_000

export const networkName = ({ network }: NetworkProperties): string =>
  networks.get(network.generationHashSeed.toUpperCase()) ?? 'local'

/** Asks a node whether anchoring can use it: that its database works, which network it is on, and that its last block is new. */
export async function inspectCatapult(rest: CatapultRest): Promise<Inspection<CatapultRest>> {
  const { host } = rest
  try {
    const properties = await known<NetworkProperties>(rest, '/network/properties')
    const network = networkName(properties)
    const height = Number((await known<{ height: string }>(rest, '/chain/info')).height)
    const found = { host, connection: rest, network, height }
    const unhealthy = await healthReason(rest)
    if (unhealthy) return { ...found, problem: 'behind', reason: unhealthy }
    const ageMs = network === 'local' ? 0 : await ageOf(rest, height, properties)
    if (ageMs <= oldestBlockMs) return found
    const minutes = Math.round(ageMs / 60_000)
    return { ...found, problem: 'behind', reason: `The last block of ${host} is ${minutes} minutes old.` }
  } catch (error) {
    return { host, connection: rest, problem: problemOf(error), reason: `${(error as Error).message}.` }
  }
}

/** The REST gateway answers 503 while its node or database is down, and other calls with data that it had read before. */
async function healthReason(rest: CatapultRest): Promise<string | undefined> {
  try {
    await rest.get('/node/health')
    return undefined
  } catch (error) {
    if (!(error instanceof CatapultUnreachableError) || error instanceof CatapultAuthError) throw error
    return `The node or the database behind ${rest.host} is down: ${error.message}.`
  }
}

/** Timestamps count milliseconds from the start of the network (epochAdjustment, such as "1615853185s"). */
async function ageOf(rest: CatapultRest, height: number, { network }: NetworkProperties): Promise<number> {
  const { block } = await known<{ block: { timestamp: string } }>(rest, `/blocks/${height}`)
  return Date.now() - (Number.parseInt(network.epochAdjustment, 10) * 1000 + Number(block.timestamp))
}

async function known<T>(rest: CatapultRest, path: string): Promise<T> {
  const answer = await rest.get<T>(path)
  if (answer === undefined) throw new CatapultUnreachableError(`${path}: unknown to ${rest.host}`)
  return answer
}

function problemOf(error: unknown): ChainProblem {
  if (error instanceof CatapultAuthError) return 'wrongPassword'
  return error instanceof CatapultUnreachableError ? 'unreachable' : 'failed'
}
