import { type ChildProcess, fork } from 'node:child_process'
import cluster from 'node:cluster'
import { once } from 'node:events'
import type { Logger } from '#server/core/logging/logger.ts'

const restartDelayMs = 1_000
const shutdownTimeoutMs = 10_000

type Stop = () => Promise<void>

/** Keeps a worker process running beside the web process, so that heavy jobs do not delay responses. */
export function superviseWorker(main: string, log: Logger): Stop {
  return supervise('worker', () => fork(main, { env: { ...process.env, ROLE: 'worker' } }), log)
}

/** Starts the given number of web processes on one port. Resolves when all of them answer. */
export async function superviseWebProcesses(count: number, log: Logger): Promise<{ stop: Stop; port: number }> {
  const stops = Array.from({ length: count }, () => supervise('web', () => cluster.fork({ ROLE: 'web' }).process, log))
  const port = await new Promise<number>((ready) => {
    let listening = 0
    cluster.on('listening', (_, address) => {
      listening += 1
      if (listening === count) ready(address.port)
    })
  })
  const stop = async () => {
    await Promise.all(stops.map((one) => one()))
  }
  return { stop, port }
}

/** Starts a process, and starts it again whenever it ends by itself. */
function supervise(name: string, start: () => ChildProcess, log: Logger): Stop {
  let child: ChildProcess | undefined
  let timer: NodeJS.Timeout | undefined
  let isStopping = false

  const startChild = () => {
    const started = start()
    child = started
    started.on('error', (err) => {
      log.error({ err }, `The ${name} process could not be started or signalled`)
      // A process that could not be started emits no exit event.
      if (started.pid === undefined) scheduleRestart()
    })
    started.once('exit', (code, signal) => {
      if (!isStopping) log.error({ code, signal }, `The ${name} process exited; restarting it`)
      scheduleRestart()
    })
  }
  const scheduleRestart = () => {
    child = undefined
    if (!isStopping) timer = setTimeout(startChild, restartDelayMs)
  }

  startChild()
  return async () => {
    isStopping = true
    clearTimeout(timer)
    if (!child) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    const kill = setTimeout(() => child?.kill('SIGKILL'), shutdownTimeoutMs)
    await ended
    clearTimeout(kill)
  }
}
