import type { Services } from '#server/core/services.ts'
import type { SignedFees } from '#shared/anchoring/chain-report.ts'
import { bitcoinChain } from './bitcoin/chain.ts'
import { connectBitcoin } from './bitcoin/connect.ts'
import { noSearches } from './bitcoin/scan.ts'
import { catapultChain } from './catapult/chain.ts'
import { connectCatapult } from './catapult/connect.ts'
import type { Chain } from './chain.ts'
import { epochMs } from './jobs/epoch.ts'
import { type ChainFacts, createMonitor } from './jobs/monitor.ts'
import { roundMs } from './jobs/round.ts'
import { hasWaitingWork } from './jobs/waiting.ts'
import { runAnchoring } from './jobs/worker.ts'
import { connectSigner } from './signer/client.ts'
import type { AnchorSigner } from './signer/signer-interface.ts'

const usualPollMs = 1000

type RequiredServices = Pick<Services, 'config' | 'db' | 'log' | 'mail'>

/** How long batches and rounds are gathered, in milliseconds, on a network. */
type Intervals = {
  epochMs: (network: string) => number
  roundMs: (network: string | undefined) => number
}

/** Runs anchoring in this process until stopped. Several workers may run: only one at a time processes a key. */
export function startAnchoring(parts: RequiredServices): { stop(): Promise<void> } {
  const { config } = parts
  return openAnchoring(parts, {
    epochMs: (network) => epochMs(config, network),
    roundMs: (network) => roundMs(config, network),
  })
}

/** The same with other intervals than those of the network. */
export function openAnchoring(parts: RequiredServices, intervals: Intervals): { stop(): Promise<void> } {
  const { config, db } = parts
  if (!config.signerSocket) throw new Error('SIGNER_SOCKET is not set: anchors cannot be signed.')
  const signer = connectSigner(config.signerSocket)
  const times = noSearches()
  return runAnchoring({
    ...intervals,
    db,
    connect: {
      bitcoin: async (signal) => bitcoinChain(await connectBitcoin(parts, signer, { signal, times })),
      catapult: async () => catapultChain(await connectCatapult(parts, signer)),
    },
    hasWork: (loop) => hasWaitingWork(db.read, loop),
    pollMs: usualPollMs,
    monitor: createMonitor(parts, (chain) => factsOf(parts, signer, chain)),
  })
}

async function factsOf({ db }: RequiredServices, signer: AnchorSigner, chain: Chain): Promise<ChainFacts> {
  const { fees } = (await signer.describe())[chain.id]
  return { ...(await chain.facts(db)), fees: amounts(fees), offer: null }
}

function amounts({ day, year, dayLimit, yearLimit }: Record<keyof SignedFees, bigint>): SignedFees {
  return { day: `${day}`, year: `${year}`, dayLimit: `${dayLimit}`, yearLimit: `${yearLimit}` }
}
