import { request } from 'node:http'
import { z } from 'zod'
import { FeeBudgetError, FeeCapError, JobBlockedError, NoFundsError } from '#server/anchoring/jobs/blocked.ts'
import { requireNoTransaction } from '#server/core/process/open-transaction.ts'
import {
  BitcoinRequest,
  BitcoinResponse,
  CatapultRequest,
  CatapultResponse,
  CheckpointRequest,
  CheckpointResponse,
  ChildRequest,
  Description,
  paths,
  SignerRejection,
} from './protocol.ts'
import { LogHistoryError } from './signed-checkpoints.ts'
import { type AnchorSigner, KeyChangedError } from './signer-interface.ts'

/**
 * The signer did not respond, and its result is unknown. A signature that was not received is never announced, so jobs
 * can wait without loss.
 */
export class SignerUnavailableError extends JobBlockedError {
  override name = 'SignerUnavailableError'

  constructor(why: string) {
    super('signer', `The signer does not respond (${why}): anchoring waits for it.`, 5_000)
  }
}

const defaultTimeoutMs = 5_000
/**
 * After a failure, calls fail immediately for this time: a step calls for many jobs, and each would wait for the
 * timeout.
 */
const restMs = 1_000
const maxResponseBytes = 64 * 1024

/** The client of the signer's socket. Each call opens a new connection, so that a restarted signer is found. */
export function connectSigner(socketPath: string, timeoutMs = defaultTimeoutMs): AnchorSigner {
  let restUntil = 0

  async function call<Answer extends z.ZodType>(
    path: string,
    answer: Answer,
    body?: object,
  ): Promise<z.output<Answer>> {
    requireNoTransaction(`signer ${path}`)
    if (Date.now() < restUntil) throw new SignerUnavailableError('it failed a moment ago')
    const { status, text } = await sendRequest(socketPath, path, timeoutMs, body).catch(
      (error: NodeJS.ErrnoException) => {
        restUntil = Date.now() + restMs
        throw new SignerUnavailableError(error.code ?? error.message)
      },
    )
    if (status !== 200) throw rejectionOf(status, text)
    return answer.decode(JSON.parse(text))
  }

  return {
    describe: () => call(paths.describe, Description),
    bitcoin: (asked) => call(paths.bitcoin, BitcoinResponse, z.encode(BitcoinRequest, asked)),
    child: (asked) => call(paths.child, BitcoinResponse, z.encode(ChildRequest, asked)),
    catapult: (asked) => call(paths.catapult, CatapultResponse, z.encode(CatapultRequest, asked)),
    checkpoint: (asked) => call(paths.checkpoint, CheckpointResponse, z.encode(CheckpointRequest, asked)),
  }
}

function rejectionOf(status: number, text: string): Error {
  const rejection = SignerRejection.safeParse(jsonOf(text))
  if (!rejection.success) return new Error(`The signer returned status ${status}.`)
  const { refused, reason } = rejection.data
  if (refused === 'fee') return new FeeCapError(reason)
  if (refused === 'funds') return new NoFundsError(reason)
  if (refused === 'budget') return new FeeBudgetError(reason)
  if (refused === 'history') return new LogHistoryError(reason)
  if (refused === 'key') return new KeyChangedError(reason)
  return new Error(`The signer rejected the request: ${reason}`)
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function sendRequest(
  socketPath: string,
  path: string,
  timeoutMs: number,
  body?: object,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const options = { socketPath, path, agent: false, signal: AbortSignal.timeout(timeoutMs) }
    const headers = { host: 'signer', ...(body && { 'content-type': 'application/json' }) }
    const outgoing = request({ ...options, headers, method: body ? 'POST' : 'GET' }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        text += chunk
        if (text.length > maxResponseBytes) response.destroy(new Error('the response is too long'))
      })
      response.on('end', () => resolve({ status: response.statusCode!, text }))
      response.on('error', reject)
    })
    outgoing.on('error', (error) => reject(error.name === 'AbortError' ? new Error('timeout') : error))
    outgoing.end(body && JSON.stringify(body))
  })
}
