import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { Logger } from './log.ts'

const restartMs = 1_000
const patienceMs = 10_000

/** Keeps a worker process beside the web process, so that heavy jobs never hold up an answer. Returns its stop. */
export function superviseWorker(main: string, log: Logger): () => Promise<void> {
  let child: ChildProcess | undefined
  let timer: NodeJS.Timeout | undefined
  let stopping = false

  const start = () => {
    child = fork(main, { env: { ...process.env, ROLE: 'worker' } })
    child.once('exit', (code, signal) => {
      child = undefined
      if (stopping) return
      log.error({ code, signal }, 'The worker ended; starting another')
      timer = setTimeout(start, restartMs)
    })
  }

  start()
  return async () => {
    stopping = true
    clearTimeout(timer)
    if (!child) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    const kill = setTimeout(() => child?.kill('SIGKILL'), patienceMs)
    await ended
    clearTimeout(kill)
  }
}
