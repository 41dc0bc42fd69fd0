import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export type Child = {
  name: string
  process: ChildProcess
  /** Sends SIGTERM to the process, and kills it after `graceMs`. */
  stop(): Promise<void>
}

const graceMs = 10_000
/** After the standard streams and the channel. */
export const inheritedFd = 4

type ChildOptions = {
  /** Arguments of Node. */
  args?: string[]
  env: NodeJS.ProcessEnv
  /** A program, with its arguments, that executes the process and prepares its environment. */
  through?: readonly string[] | undefined
  /** A descriptor that the child gets as number `inheritedFd`. */
  inherited?: number | undefined
}

/**
 * Starts a Node process in its own process group, so that Ctrl-C reaches only the starter, which stops everything in order. The
 * child ends by itself when its IPC channel closes, that is when the starter has ended.
 */
export function startChild(
  name: string,
  file: string,
  { args = [], env, through = [], inherited }: ChildOptions,
): Child {
  const [program, ...words] = [...through, process.execPath, ...args, fileURLToPath(new URL(file, rootUrl))]
  const child = spawn(program!, words, {
    cwd: fileURLToPath(rootUrl),
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc', ...(inherited === undefined ? [] : [inherited])],
    env,
  })
  let stopping: Promise<void> | undefined
  const end = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), graceMs)
    await gone
    clearTimeout(timer)
  }
  return {
    name,
    process: child,
    stop() {
      stopping ??= end()
      return stopping
    },
  }
}

const rootUrl = new URL('../../', import.meta.url)

/** The first message of a child that reports its start. Rejects if the child ends before. */
export async function firstMessage<T>({ name, process: child }: Child): Promise<T> {
  return new Promise((resolve, reject) => {
    child.once('message', (message) => {
      const answer = message as { ready: T } | { failed: string }
      if ('failed' in answer) reject(new Error(answer.failed))
      else resolve(answer.ready)
    })
    child.once('exit', (code, signal) => reject(new Error(`${name} ended at start (${signal ?? code}).`)))
  })
}

/**
 * The child's side of `firstMessage`: runs `start` and reports its result. Calls `close` on a signal, or `orphanMs` after the
 * parent has ended.
 */
export async function serveParent<T>(
  start: () => Promise<{ ready: T; close(): Promise<void> }>,
  orphanMs = 0,
): Promise<void> {
  // If the parent has already ended, a failed send must not end this process before `close`.
  const send = (message: object) =>
    new Promise<void>((resolve) => process.send?.(message, () => resolve()) ?? resolve())
  try {
    const { ready, close } = await start()
    let closing = false
    const end = () => {
      if (closing) return
      closing = true
      setTimeout(() => process.exit(1), graceMs).unref()
      void close().finally(() => process.exit(0))
    }
    process.on('SIGTERM', end)
    process.on('SIGINT', end)
    process.on('disconnect', () => setTimeout(end, orphanMs))
    if (!process.connected) end()
    await send({ ready })
  } catch (error) {
    await send({ failed: error instanceof Error ? error.message : String(error) })
    process.exit(1)
  }
}
