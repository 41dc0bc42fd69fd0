import { fromDrizzle, PgBoss, type QueueResult, type WorkHandler, type WorkWithMetadataHandler } from 'pg-boss'
import type { z } from 'zod'
import type { Config } from '#server/core/config.ts'
import type { Tx } from '#server/core/db/database.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { loggableError } from '#server/core/logging/logged-error.ts'
import type { Logger } from '#server/core/logging/logger.ts'
import type { Services } from '#server/core/services.ts'
import type { JobFailure } from '#shared/core/job-failure.ts'
import { wakeForDueJobs } from './due-jobs.ts'
import { jobFailureOf } from './job-failure.ts'

/**
 * The context of a running job. `signal` fires when the job must stop: when its heartbeat was lost, and at a shutdown if it does
 * not end within seconds.
 */
export type JobContext = { services: Services; signal: AbortSignal; heartbeat(): Promise<void>; attempt: string }

/** A background job. It may be restarted at any point, so it must be safe to repeat from its last commit. */
export type Job<S extends z.ZodType = z.ZodType> = {
  name: string
  schema: S
  run(data: z.output<S>, context: JobContext): Promise<void>
  /** How many jobs of this name one worker runs at the same time; 1 by default. */
  concurrency?: number
  /** Timeout of one attempt in seconds; an hour by default. */
  expireSeconds?: number
  /**
   * How often a failed attempt is repeated: first after a second, then after growing pauses of up to five minutes; 20 by
   * default.
   */
  retries?: number
  /**
   * Runs after the last attempt has failed or its worker has vanished, so that the work of the job fails visibly instead of
   * waiting for ever. It must be safe to repeat.
   */
  gaveUp?(data: z.output<S>, context: { services: Services; failure: JobFailure }): Promise<void>
  /** A cron expression (UTC): the job also starts by itself, with empty data. */
  cron?: string
  /** The job lasts by design, however little there is to do: at a shutdown `signal` fires at once. */
  stopsAtOnce?: boolean
}

/**
 * Declares a background job. `services.jobs.send` enqueues it in a transaction, and the worker runs it after the
 * commit.
 *
 * @example
 * import { z } from 'zod'
 * const { promise: greeted, resolve } = Promise.withResolvers()
 * const run = async ({ name }) => resolve(`Hello ${name}`)
 * const greet = defineJob({ name: 'example.greet', schema: z.object({ name: z.string() }), run })
 * const { services, work } = await testApp({ jobs: [greet] })
 * await services.db.system((tx) => services.jobs.send(tx, greet, { name: 'Ada' }))
 * await work()
 * await greeted // => 'Hello Ada'
 */
export function defineJob<S extends z.ZodType>(job: Job<S>): Job<S> {
  return job
}

type SendOptions = {
  startAfterSeconds?: number
  /**
   * Of the jobs with this key, at most one starts in each interval: another one that is sent meanwhile starts in the next
   * interval, and further ones are left out, because that one has not started yet.
   */
  onceIn?: { seconds: number; key: string }
}

export type JobQueue = {
  /** Creates the queues. Required before the first `send`. */
  start(jobs: readonly Job[]): Promise<void>
  /** Enqueues inside the caller's transaction: no commit, no job. */
  send<S extends z.ZodType>(
    tx: Tx,
    job: Pick<Job<S>, 'name' | 'schema'>,
    data: z.input<S>,
    options?: SendOptions,
  ): Promise<void>
  /** Runs the jobs in this process. */
  work(services: Services): Promise<void>
  /** Whether the queue responds. */
  alive(): Promise<boolean>
  stop(): Promise<void>
}

/** A worker without a heartbeat for this time (s) counts as dead. */
const heartbeatSeconds = 10
/** How often pg-boss looks for dead workers and other work of its own (s): ten statements each time. */
const superviseSeconds = 2
const longestRetrySeconds = 300

type QueueConfig = Pick<Config, 'databaseUrl' | 'keepDays'>

export function openJobQueue(config: QueueConfig, log: Logger): JobQueue {
  const options = { connectionString: config.databaseUrl, migrate: false, superviseIntervalSeconds: superviseSeconds }
  let known: readonly Job[] = []
  let boss: PgBoss | undefined
  let shutdown = new AbortController()

  const open = async (working: boolean) => {
    const next = new PgBoss({
      ...options,
      // Shorter than the interval, so that no call is left out because it comes too early.
      monitorIntervalSeconds: 1,
      supervise: working,
      schedule: working,
      useListenNotify: working,
      max: working ? 4 : 2,
    })
    next.on('error', (error) => log.warn({ err: error }, 'job queue: a step failed and is repeated'))
    await next.start()
    return next
  }
  const started = () => {
    if (!boss) throw new Error('The job queue has not been started')
    return boss
  }

  return {
    async start(jobs) {
      known = jobs
      boss ??= await open(false)
      const stored = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
      for (const { name, options } of known.flatMap((job) => queuesOf(job, config.keepDays.jobs))) {
        const queue = stored.get(name)
        if (!queue) await boss.createQueue(name, options)
        else if (!hasOptions(queue, options)) await boss.updateQueue(name, options)
      }
    },
    async send(tx, job, data, { startAfterSeconds, onceIn } = {}) {
      await started().send(job.name, job.schema.parse(data) as object, {
        db: fromDrizzle(tx, sql),
        ...(startAfterSeconds !== undefined && { startAfter: startAfterSeconds }),
        ...(onceIn && { singletonKey: onceIn.key, singletonSeconds: onceIn.seconds, singletonNextSlot: true }),
      })
    },
    async work(services) {
      await boss?.stop({ graceful: false })
      boss = await open(true)
      shutdown = new AbortController()
      const workers = new Map<string, readonly string[]>()
      for (const job of known)
        for (const [queue, ids] of await workOn(boss, job, services, shutdown.signal)) workers.set(queue, ids)
      void wakeForDueJobs(boss, workers, shutdown.signal)
    },
    async alive() {
      return boss !== undefined && (await boss.isInstalled())
    },
    async stop() {
      shutdown.abort()
      await boss?.stop({ graceful: true, timeout: 8_000 })
      boss = undefined
    },
  }
}

/** The queue moves a job here when it gives up. */
export const gaveUpQueue = ({ name }: Pick<Job, 'name'>): string => `${name}.gave-up`

/** The queues of a job, each after the one that it refers to. */
function queuesOf(job: Job, keepDays: number | null) {
  const options = queueOptions(job, keepDays)
  if (!job.gaveUp) return [{ name: job.name, options }]
  const deadLetter = gaveUpQueue(job)
  return [
    { name: deadLetter, options },
    { name: job.name, options: { ...options, deadLetter } },
  ]
}

const hasOptions = (queue: QueueResult, options: QueueOptions): boolean =>
  Object.entries(options).every(([key, value]) => queue[key as keyof QueueOptions] === value)

type QueueOptions = ReturnType<typeof queueOptions> & { deadLetter?: string }

/** @param keepDays for finished jobs; null keeps them for ever */
function queueOptions(job: Job, keepDays: number | null) {
  return {
    notify: true,
    heartbeatSeconds,
    expireInSeconds: job.expireSeconds ?? 3600,
    retryLimit: job.retries ?? 20,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: longestRetrySeconds,
    deleteAfterSeconds: (keepDays ?? 0) * 86_400,
  }
}

/** Polling at most, if the queue notifies and `wakeForDueJobs` wakes the worker; if neither works, each worker polls every second. */
const polling = { pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 30, heartbeatRefreshSeconds: 3 }

/** Starts the workers of a job. Resolves to their ids, for each queue. */
async function workOn(
  boss: PgBoss,
  job: Job,
  services: Services,
  shutdown: AbortSignal,
): Promise<[queue: string, workers: readonly string[]][]> {
  const run = async ([one]: Parameters<WorkHandler<object>>[0]) => {
    if (!one) return
    const heartbeat = async () => {
      await boss.touch(job.name, one.id)
    }
    try {
      const signal = job.stopsAtOnce ? AbortSignal.any([one.signal, shutdown]) : one.signal
      await job.run(job.schema.parse(one.data ?? {}), { services, signal, heartbeat, attempt: one.id })
    } catch (error) {
      services.log.warn({ err: error, job: job.name, id: one.id }, 'job failed, will be retried')
      // The queue stores the thrown error in the row of the job.
      throw loggableError(error)
    }
  }
  const workers: string[] = []
  for (let i = 0; i < (job.concurrency ?? 1); i++)
    workers.push(await workWithoutPause((handler) => boss.work<object>(job.name, polling, handler), boss, run))
  if (job.cron) await boss.schedule(job.name, job.cron, {})
  if (!job.gaveUp) return [[job.name, workers]]
  return [
    [job.name, workers],
    [gaveUpQueue(job), [await watchGivenUp(boss, job, services)]],
  ]
}

/**
 * Starts a worker that fetches again as soon as a job has ended. A worker of pg-boss pauses after each job, until a notification
 * or the next poll, and there is one notification for each job that is sent: of jobs that were sent together, one would run
 * a second.
 */
async function workWithoutPause<J>(
  start: (handler: (jobs: J) => Promise<void>) => Promise<string>,
  boss: PgBoss,
  run: (jobs: J) => Promise<void>,
): Promise<string> {
  let worker: string | undefined
  worker = await start(async (jobs) => {
    try {
      await run(jobs)
    } finally {
      if (worker) boss.notifyWorker(worker)
    }
  })
  return worker
}

async function watchGivenUp(boss: PgBoss, job: Job, services: Services): Promise<string> {
  const options = { ...polling, includeMetadata: true } as const
  const start = (handler: WorkWithMetadataHandler<object>) => boss.work(gaveUpQueue(job), options, handler)
  return workWithoutPause(start, boss, async ([one]) => {
    if (!one) return
    const failure = jobFailureOf(one.output)
    services.log.error({ job: job.name, id: one.id, failure }, 'job given up after its last attempt')
    try {
      await job.gaveUp?.(job.schema.parse(one.data ?? {}), { services, failure })
    } catch (error) {
      throw loggableError(error)
    }
  })
}
