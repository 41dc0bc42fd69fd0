import { once } from 'node:events'
import { firstMessage, startChild } from '#scripts/start/child-process.ts'

/** Sends calls at a constant rate: `rate` a second, for some seconds. */
export type SteadyCalls = { url: string; paths: readonly string[]; rate: number; seconds: number }
/** Milliseconds from the planned time of a call to the end of its response. */
export type SteadyResult = { p50: number; p95: number; failed: number; sent: number }

/** A process that sends requests at a steady rate. */
export async function startSteadyLoad(): Promise<{
  run(calls: SteadyCalls): Promise<SteadyResult>
  close(): Promise<void>
}> {
  const child = startChild('The steady load', 'scripts/attack/setup/steady-load-process.ts', { env: process.env })
  await firstMessage(child)
  return {
    async run(calls) {
      child.process.send(calls)
      const [result] = await once(child.process, 'message')
      return result as SteadyResult
    },
    close: child.stop,
  }
}
