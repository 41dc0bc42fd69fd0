import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startCatapultLedger } from '#scripts/chains/catapult/start.ts'
import { Regtest, regtestPassword, regtestUser } from './regtest.ts'
import { SignerChild, signerAddress } from './signer-fixture.ts'

type Options = {
  /** Default: a new one, which is running. An absent one is started. */
  signer?: SignerChild
  /** Milliseconds between two blocks. 0: no blocks by time. */
  blockMs?: { bitcoin: number; catapult: number }
  /** Later blocks that make a Catapult block final. */
  finalizeAfter?: number
}
export type DevelopmentChains = Awaited<ReturnType<typeof startChains>>

/** The parts that anchoring needs: a Bitcoin node, a Catapult ledger and the signer. `config` tells a server their addresses. */
export async function startChains({
  signer,
  blockMs = { bitcoin: 150, catapult: 200 },
  finalizeAfter = 2,
}: Options = {}) {
  const mining = blockMs.bitcoin > 0 ? { blockMs: blockMs.bitcoin } : {}
  const regtest = await Regtest.start({ mineTo: signerAddress, ...mining })
  const dir = await mkdtemp(join(tmpdir(), 'assay-ledger-'))
  const ledger = await startCatapultLedger({ dir, port: 0, blockMs: blockMs.catapult, finalizeAfter })
  if (signer) await signer.start()
  const running = signer ?? (await SignerChild.start())
  return {
    regtest,
    ledger,
    signer: running,
    config: {
      bitcoinRpcUrls: [withCredentials(regtest.running.url)],
      catapultUrls: [ledger.url],
      signerSocket: running.socket,
    },
    async close(): Promise<void> {
      await running.end()
      await regtest.close()
      await ledger.close()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

/** The address of a Bitcoin node with the credentials of the tests. */
export function withCredentials(url: string): string {
  return Object.assign(new URL(url), { username: regtestUser, password: encodeURIComponent(regtestPassword) }).href
}
