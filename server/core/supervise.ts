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
    const started = fork(main, { env: { ...process.env, ROLE: 'worker' } })
    child = started
    started.on('error', (err) => {
      log.error({ err }, 'The worker process')
      // One that never began has no exit either.
      if (started.pid === undefined) again()
    })
    started.once('exit', (code, signal) => {
      if (!stopping) log.error({ code, signal }, 'The worker ended; starting another')
      again()
    })
  }
  const again = () => {
    child = undefined
    if (!stopping) timer = setTimeout(start, restartMs)
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
