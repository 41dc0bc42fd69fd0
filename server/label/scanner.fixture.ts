import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Page } from './rendered-files.fixture.ts'

type Scanner = {
  /** Prints a page and reads every code on it, in no order. */
  scan(page: Page, dpi: number): Promise<{ codes: string[]; texts: string[] }>
  close(): Promise<unknown>
}

/** Runs in a thread, so that the test's server stays responsive and does not report itself as overloaded. */
export function openScanner(): Scanner {
  const thread = new Worker(new URL('./scanner-thread.fixture.ts', import.meta.url))
  return {
    async scan(page, dpi) {
      thread.postMessage({ page, dpi })
      const [answer] = await once(thread, 'message')
      return answer
    },
    close: () => thread.terminate(),
  }
}
