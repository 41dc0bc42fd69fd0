import { models, SymbolFacade, SymbolTransactionFactory } from 'symbol-sdk/symbol'
import { network, rules } from './network.ts'

const facade = new SymbolFacade(network)

/** A decoded transfer that the ledger may include. */
export type Transfer = {
  hash: string
  payload: string
  /** Milliseconds since the epoch of the network. */
  deadline: bigint
  fee: bigint
  size: number
  body: models.TransferTransactionV1
}

/** Returns undefined if the bytes are not a transfer in canonical form. A node drops such packets silently. */
export function decodeTransfer(payload: string): Transfer | undefined {
  try {
    const body = SymbolTransactionFactory.deserialize(Buffer.from(payload, 'hex'))
    if (!(body instanceof models.TransferTransactionV1)) return undefined
    if (Buffer.from(body.serialize()).toString('hex').toUpperCase() !== payload) return undefined
    const hash = facade.hashTransaction(body).toString()
    const [deadline, fee] = [BigInt(body.deadline.value), BigInt(body.fee.value)]
    return { hash, payload, deadline, fee, size: body.size, body }
  } catch {
    return undefined
  }
}

/** The reason for which a node would reject a transfer at this time; undefined when it is valid. */
export function rejectionOf({ body, deadline }: Transfer, now: bigint): string | undefined {
  if (body.network.value !== network.identifier) return 'Failure_Core_Wrong_Network'
  if (!facade.verifyTransaction(body, body.signature as never)) return 'Failure_Signature_Not_Verifiable'
  if (deadline <= now) return 'Failure_Core_Past_Deadline'
  if (deadline > now + BigInt(rules.maxLifetimeMs)) return 'Failure_Core_Future_Deadline'
  if (body.message.length > rules.maxMessageBytes) return 'Failure_Transfer_Message_Too_Large'
  return undefined
}
