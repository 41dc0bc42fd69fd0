import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import workerpool from 'workerpool'
import { coreProblems, Problem } from '#shared/core/api/problem.ts'
import { processStat } from './process-stat.ts'

const { CancellationError, TimeoutError } = workerpool.Promise

/** What a process reports when it begins a task. */
export type Started = { pid: number }

/** Work that would delay other responses. A function in a process of its own does it. */
type Task<Input, Output> = {
  /** The module of the function, and the name of its export. */
  module: URL
  name: string
  /** Processor time in milliseconds, after which the process of the task is killed. */
  limitMs: number
  /** Never set. It only carries the types. */
  types?: { input: Input; output: Output }
}

/** Declares a task. The function has to be exported, and its input and result have to be plain values or buffers. */
export function defineTask<F extends (input: never) => unknown>(
  module: URL,
  name: string,
  limitMs: number,
): Task<Parameters<F>[0], Awaited<ReturnType<F>>> {
  return { module, name, limitMs }
}

export class TaskTimeoutError extends Error {
  override name = 'TaskTimeoutError'
}

export type Compute = {
  /**
   * Runs a task when a process is free for it. Throws the problem `core.unavailable` if too many tasks wait, TaskTimeoutError if the
   * task exceeds its limit, and otherwise the error of the task.
   */
  run<Input, Output>(task: Task<Input, Output>, input: Input): Promise<Output>
  close(): Promise<void>
}

/** Maximum number of tasks that wait for a process. A picture takes about half a second, so the last one waits some seconds. */
const maxWaiting = 16
/**
 * How often the processor time of a task is compared with its limit (ms). A busy machine gives a process of low priority a part of a
 * processor: a task that does not use its processor time is killed after this multiple of its limit.
 */
const [watchMs, mostWaiting] = [100, 5]
/** Idle processes are ended after this time (ms): each uses about 80 MB. */
const idleMs = 60_000
const script = fileURLToPath(new URL('./compute-process.ts', import.meta.url))

/** Processes start with the first task, and one processor is left for answering calls. */
export function openCompute({
  processes = Math.max(1, availableParallelism() - 1),
  waiting = maxWaiting,
} = {}): Compute {
  let pool: workerpool.Pool | undefined
  let running = 0
  let idle: NodeJS.Timeout | undefined
  const end = async () => {
    const ending = pool
    pool = undefined
    await ending?.terminate(true)
  }
  return {
    async run<Input, Output>({ module, name, limitMs }: Task<Input, Output>, input: Input) {
      if (running >= processes + waiting) throw new Problem(coreProblems.unavailable)
      clearTimeout(idle)
      running++
      pool ??= openPool(processes)
      let spentMs = () => 0
      const task = pool.exec('run', [module.href, name, input], {
        on(started: Started) {
          const before = processStat(started.pid)?.processorMs
          // Another system than Linux does not report it.
          if (before === undefined) task.timeout(limitMs)
          else spentMs = () => (processStat(started.pid)?.processorMs ?? before) - before
        },
      })
      const watch = setInterval(() => spentMs() > limitMs && task.cancel(), watchMs)
      try {
        return (await task.timeout(limitMs * mostWaiting)) as Output
      } catch (error) {
        const isEnded = error instanceof CancellationError || error instanceof TimeoutError
        throw isEnded ? new TaskTimeoutError(`${name} took over ${limitMs} ms`) : error
      } finally {
        clearInterval(watch)
        running--
        if (running === 0) idle = setTimeout(() => void end(), idleMs).unref()
      }
    },
    async close() {
      clearTimeout(idle)
      await end()
    },
  }
}

/**
 * Processes instead of threads: native code in a thread cannot be stopped, and shares the threads that read files and resolve
 * names. Their environment is empty: code that reads untrusted files has no access to secrets.
 */
function openPool(processes: number): workerpool.Pool {
  return workerpool.pool(script, {
    workerType: 'process',
    maxWorkers: processes,
    workerTerminateTimeout: 100,
    forkOpts: {
      serialization: 'advanced',
      execArgv: ['--max-old-space-size=256'],
      env: { UV_THREADPOOL_SIZE: '2', NODE_ENV: 'production' },
    },
  })
}
