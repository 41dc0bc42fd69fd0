import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Page } from './rendered-files.fixture.ts'

export type Scanner = {
  /** Prints a page and reads every code on the paper, in no order. */
  scan(page: Page, dpi: number): Promise<{ codes: string[]; texts: string[] }>
  close(): Promise<unknown>
}

/** In a thread, so that the server of the test is not kept from answering and does not take itself for overloaded. */
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
