import { Agent, type IncomingMessage, type RequestOptions, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

/** An attack that runs until it is stopped. `end` returns how often each status was answered. */
export type Flood = { end(): Promise<Record<string, number>> }
type FloodRequest = RequestOptions & { path: string; body?: Uint8Array | string }

/** Delay (ms) after a rejected call: an attack with rejected calls is a different attack from one with served calls. */
const refusedMs = 50

/** Calls of several senders. Each sender sends the next call when the last one is answered. */
export function startFlood(url: string, senders: number, next: (n: number) => FloodRequest): Flood {
  const agent = new Agent({ keepAlive: true })
  const counts: Record<string, number> = {}
  const ended = new AbortController()
  let sent = 0
  const run = async () => {
    while (!ended.signal.aborted) {
      const outcome = await answered(url, { agent, signal: ended.signal, ...next(sent++) })
      counts[outcome] = (counts[outcome] ?? 0) + 1
      if (outcome !== '200') await pause(refusedMs)
    }
  }
  const running = Array.from({ length: senders }, run)
  return {
    async end() {
      ended.abort()
      await Promise.all(running)
      agent.destroy()
      return counts
    },
  }
}

/** The status of a call whose answer was read completely, or the name of the error that ended it. */
function answered(url: string, { body, ...options }: FloodRequest): Promise<string> {
  return new Promise((resolve) => {
    const call = request(url, options, (answer: IncomingMessage) => {
      answer.resume()
      answer.once('close', () => resolve(answer.complete ? String(answer.statusCode) : 'cut'))
    })
    call.once('error', () => resolve('cut'))
    call.end(body)
  })
}
