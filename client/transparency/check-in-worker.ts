import type { FileFinding } from '#shared/transparency/describe-finding.ts'
import type { Policy } from '#shared/transparency/policy.ts'
import { checkFiles, type ReadFile } from './check-files.ts'

export type CheckFiles = (files: readonly ReadFile[], policy: Policy) => Promise<FileFinding>

/** A check takes some milliseconds. One that takes longer is stopped, so that no file can block the page. */
const limitMs = 10_000
type Question = { files: readonly ReadFile[]; policy: Policy }

/** Whether this script runs as the worker of a page. */
export const isWorker = typeof document === 'undefined'

/** In the worker: responds to one question. */
export function serveCheck(): void {
  addEventListener('message', ({ data }: MessageEvent<Question>) => postMessage(checkFiles(data.files, data.policy)), {
    once: true,
  })
}

/**
 * In the page: each check gets a worker of its own, with the script of this page, so that the page stays one file.
 *
 * @param script the text of the script of this page
 */
export function checksInWorker(script: string): CheckFiles {
  const url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }))
  return (files, policy) =>
    new Promise((resolve) => {
      const worker = startWorker(url)
      const end = (finding: FileFinding) => {
        clearTimeout(timer)
        worker?.terminate()
        resolve(finding)
      }
      const giveUp = () => end({ outcome: 'unread', fault: 'unfinished' })
      const timer = setTimeout(giveUp, limitMs)
      if (!worker) return giveUp()
      worker.onmessage = ({ data }: MessageEvent<FileFinding>) => end(data)
      worker.onerror = giveUp
      worker.postMessage({ files, policy } satisfies Question)
    })
}

/** Undefined in a browser that starts no worker for a file from the disk. */
function startWorker(url: string): Worker | undefined {
  try {
    return new Worker(url)
  } catch {
    return undefined
  }
}
