import { chmodSync, lstatSync, mkdirSync, statSync, unlinkSync } from 'node:fs'
import { connect } from 'node:net'
import { dirname } from 'node:path'
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { z } from 'zod'
import { InsufficientFundsError } from '#server/anchoring/bitcoin/transaction.ts'
import { FeeBudgetError, FeeCapError } from '#server/anchoring/jobs/blocked.ts'
import type { Logger } from '#server/core/logging/logger.ts'
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
  type SignerRejection,
} from './protocol.ts'
import { LogHistoryError } from './signed-checkpoints.ts'
import { type AnchorSigner, KeyChangedError } from './signer-interface.ts'

/** Bytes. The longest request has a tenth of this. */
const bodyLimit = 8 * 1024
const requestTimeout = 5_000

/** Listens on a Unix socket that only this user, or the group of its folder, may connect to. */
export async function serveSigner(
  signer: AnchorSigner,
  socketPath: string,
  log: Logger,
): Promise<{ close(): Promise<void> }> {
  const mode = await prepareSocket(socketPath)
  const app = Fastify({ bodyLimit, requestTimeout, exposeHeadRoutes: false })
  app.get(paths.describe, async () => z.encode(Description, await signer.describe()))
  answer(app, paths.bitcoin, { asked: BitcoinRequest, answered: BitcoinResponse }, async (request) => {
    const signed = await signer.bitcoin(request)
    log.info({ chain: 'bitcoin', txid: signed.txid, fee: `${signed.fee}` }, 'Signed a transaction')
    return signed
  })
  answer(app, paths.child, { asked: ChildRequest, answered: BitcoinResponse }, async (request) => {
    const signed = await signer.child(request)
    log.info(
      { chain: 'bitcoin', txid: signed.txid, fee: `${signed.fee}` },
      'Signed a transaction that pays for another',
    )
    return signed
  })
  answer(app, paths.catapult, { asked: CatapultRequest, answered: CatapultResponse }, async (request) => {
    const signed = await signer.catapult(request)
    log.info({ chain: 'catapult', hash: signed.hash, fee: `${signed.fee}` }, 'Signed a transfer')
    return signed
  })
  answer(app, paths.checkpoint, { asked: CheckpointRequest, answered: CheckpointResponse }, (request) =>
    signer.checkpoint(request),
  )
  app.setErrorHandler((err: Error & { statusCode?: number }, _, reply) => {
    const status = err.statusCode ?? 500
    if (status >= 500) log.error({ err }, 'A request to sign failed')
    return reject(reply, status, 'request', status < 500 ? err.message : 'The signer failed; its log says why.')
  })
  // The socket is created with these permissions: it is never open to more users, not even for a moment.
  const before = process.umask(0o777 & ~mode)
  try {
    await app.listen({ path: socketPath })
  } finally {
    process.umask(before)
  }
  chmodSync(socketPath, mode)
  return { close: () => app.close() }
}

function answer<Asked extends z.ZodType, Answered extends z.ZodType>(
  app: FastifyInstance,
  path: string,
  { asked, answered }: { asked: Asked; answered: Answered },
  sign: (request: z.output<Asked>) => Promise<z.output<Answered>>,
): void {
  app.post(path, async (call, reply) => {
    const request = asked.safeDecode(call.body as z.input<Asked>)
    if (!request.success) {
      const reason = request.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ')
      return reject(reply, 400, 'request', reason)
    }
    try {
      return z.encode(answered, await sign(request.data))
    } catch (error) {
      if (error instanceof KeyChangedError) return reject(reply, 409, 'key', error.message)
      if (error instanceof FeeCapError) return reject(reply, 409, 'fee', error.message)
      if (error instanceof FeeBudgetError) return reject(reply, 409, 'budget', error.message)
      if (error instanceof LogHistoryError) return reject(reply, 409, 'history', error.message)
      if (error instanceof InsufficientFundsError) return reject(reply, 409, 'funds', error.message)
      if (error instanceof RangeError) return reject(reply, 400, 'request', error.message)
      throw error
    }
  })
}

function reject(
  reply: FastifyReply,
  status: number,
  refused: SignerRejection['refused'],
  reason: string,
): FastifyReply {
  return reply.status(status).send({ refused, reason } satisfies SignerRejection)
}

/**
 * Creates the folder if it does not exist, and removes the socket of a signer that has ended. Returns the permissions
 * of the socket: those of the group if the folder is open to its group, so that the worker's user can call a signer
 * that runs as another user.
 */
async function prepareSocket(path: string): Promise<number> {
  const folder = dirname(path)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const { mode } = statSync(folder)
  if (mode & 0o007) throw new SocketPathError(`All users may enter ${folder}: make it chmod 700, or 750 with a group.`)
  if (exists(path)) {
    if (!lstatSync(path).isSocket()) throw new SocketPathError(`${path} exists and is not a socket.`)
    if (await answers(path)) throw new SocketPathError(`A signer already listens at ${path}.`)
    unlinkSync(path)
  }
  return mode & 0o070 ? 0o660 : 0o600
}

export class SocketPathError extends Error {
  override name = 'SocketPathError'
}

const exists = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path)
    const end = (found: boolean) => {
      socket.destroy()
      resolve(found)
    }
    socket.once('connect', () => end(true))
    socket.once('error', () => end(false))
  })
}
