import { setTimeout as pause } from 'node:timers/promises'
import { type GrowingPause, growingPauses } from '#server/core/growing-pauses.ts'
import { loggedMessage } from '#server/core/logging/logged-error.ts'
import { openTargets } from '#server/core/network/targets.ts'
import type { Services } from '#server/core/services.ts'
import { secretKeys, validSecrets } from '#server/webhook/secret.ts'
import { type Claimed, claimDue } from './claim.ts'
import { bodyOf, signedHeaders } from './message.ts'
import { openPoster, type Poster } from './post.ts'
import { type Attempted, recordAttempts } from './record.ts'

/** Attempts of one worker to all endpoints together. */
const mostRunning = 2_000
/** How often a worker looks for new messages. */
const pollMs = 500
/** Attempts that end within this time are stored together. */
const collectMs = 5
/** Running attempts get this time to end at a shutdown. Those that do not are repeated. */
const graceMs = 3_000
const pauses = growingPauses(500, 30_000)

type SenderServices = Pick<Services, 'config' | 'db' | 'log'>

/**
 * Sends the messages that are due. The table is the queue: a message leaves it when its outcome is stored, so one whose attempt was broken
 * off by the end of the worker is sent again.
 */
export function createSender({ config, db, log }: SenderServices, poster: Poster = openPoster(openTargets(config))) {
  const keyOf = secretKeys(config)
  /** The messages that this worker has taken and whose outcome is not stored, with their endpoints. */
  const taken = new Map<string, string>()
  const running = new Set<Promise<void>>()
  let ended: Attempted[] = []
  let notice = Promise.withResolvers<void>()
  let isClosed = false

  async function attempt({ url, secrets, message, ...claimed }: Claimed): Promise<void> {
    const now = new Date()
    const body = bodyOf(message)
    const headers = signedHeaders(message.id, body, validSecrets(secrets, now).map(keyOf), now)
    const outcome = await poster.post(url, body, headers)
    if (isClosed) return
    ended.push({ ...claimed, type: message.type, outcome })
    notice.resolve()
  }

  /** Stores the outcomes of attempts, which stay to be stored if that fails, and takes messages that are due in their place. */
  async function exchange(isTaking: boolean): Promise<Claimed[]> {
    const stored = [...ended]
    const left = new Map(taken)
    for (const { id } of stored) left.delete(id)
    const room = isTaking ? mostRunning - left.size : 0
    const claimed = await db.system(async (tx) => {
      await recordAttempts(tx, stored)
      return room > 0 ? claimDue(tx, [...left.values()], room) : []
    })
    ended = ended.slice(stored.length)
    for (const { id } of stored) taken.delete(id)
    for (const { id, webhookId } of claimed) taken.set(id, webhookId)
    return claimed
  }

  /** Stores what has ended, and begins what is due. */
  async function round(): Promise<number> {
    const claimed = await exchange(true)
    for (const one of claimed) {
      const sending = attempt(one).finally(() => running.delete(sending))
      running.add(sending)
    }
    return claimed.length
  }

  async function run(signal: AbortSignal): Promise<void> {
    let failed: GrowingPause | undefined
    while (!signal.aborted) {
      notice = Promise.withResolvers()
      if (ended.length > 0) notice.resolve()
      try {
        await round()
        failed = undefined
        await Promise.race([notice.promise, pause(pollMs, undefined, { signal })])
        await pause(collectMs, undefined, { signal })
      } catch (error) {
        if (signal.aborted) return
        failed = (failed ?? pauses).next()
        log.warn({ err: error }, `webhooks: ${loggedMessage(error)}`)
        await pause(failed.duration, undefined, { signal }).catch(() => undefined)
      }
    }
  }

  return {
    run,
    /** Sends everything that is due, for tests. */
    async sendDue(): Promise<void> {
      while ((await round()) > 0) await Promise.all(running)
    },
    async close(): Promise<void> {
      await Promise.race([Promise.all(running), pause(graceMs, undefined, { ref: false })])
      isClosed = true
      poster.close()
      await Promise.all(running)
      if (ended.length === 0) return
      // Without a database the outcomes are lost, and another worker sends these messages again.
      await exchange(false).catch((error) => log.warn({ err: error }, `webhooks: ${loggedMessage(error)}`))
    },
  }
}

/** Sends messages in this process until stopped. Several workers may run it. */
export function startSending(services: Services): { stop(): Promise<void> } {
  const abort = new AbortController()
  const sender = createSender(services)
  const running = sender.run(abort.signal)
  return {
    async stop() {
      abort.abort()
      await running
      await sender.close()
    },
  }
}
