import type { BroadcastResult } from '#server/anchoring/chain.ts'
import { JobBlockedError, NoFundsError } from '#server/anchoring/jobs/blocked.ts'
import type { AnchorAttempt, SentJob } from '#server/anchoring/jobs/job-store.ts'
import type { CatapultConnection, TransferStatus } from './connection.ts'

/** Announces the last transfer of a job, unless the nodes have it or will never take it. */
export async function broadcastTransfer(
  connection: CatapultConnection,
  { attempts }: SentJob,
  statuses: ReadonlyMap<string, TransferStatus>,
): Promise<BroadcastResult> {
  const last = attempts.at(-1)!
  const status = statuses.get(last.txid)
  const rejection = rejectionOf(status, last, connection)
  const isWaiting = status?.group === 'unconfirmed'
  if (!isWaiting && (!rejection || rejection.kind === 'noFunds')) await connection.announce(last.raw)
  if (rejection) throw rejection
  return { againMs: connection.rebroadcastMs }
}

/** The reason why a transfer is rejected: https://docs.symbol.dev/api.html#status-errors. Undefined for a temporary rejection. */
function rejectionOf(
  status: TransferStatus | undefined,
  { txid }: AnchorAttempt,
  { address, network }: CatapultConnection,
): JobBlockedError | undefined {
  if (status?.group !== 'failed') return undefined
  switch (status.code) {
    case 'Failure_Core_Insufficient_Balance':
      return new NoFundsError(`The Catapult account ${address} on ${network} cannot pay its transfers: fund it.`)
    // Another one is signed when a finalized block is past its deadline.
    case 'Failure_Core_Past_Deadline':
    // It is in a block; the next status names the block.
    case 'Failure_Hash_Already_Exists':
      return undefined
    case 'Failure_Core_Future_Deadline':
      return new JobBlockedError('refused', `The clocks of this machine and of ${network} differ: ${status.code}.`)
    default:
      return new JobBlockedError('refused', `The network ${network} rejects transfer ${txid}: ${status.code}.`)
  }
}
