import { sql } from 'drizzle-orm'
import { fromDrizzle, PgBoss } from 'pg-boss'
import type { z } from 'zod'
import type { Config } from '#server/core/config.ts'
import type { Tx } from '#server/core/db/database.ts'
import { loggableError } from '#server/core/logging/logged-error.ts'
import type { Logger } from '#server/core/logging/logger.ts'
import type { Services } from '#server/core/services.ts'
import type { JobFailure } from '#shared/core/job-failure.ts'
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

export function defineJob<S extends z.ZodType>(job: Job<S>): Job<S> {
  return job
}

type SendOptions = { startAfterSeconds?: number; singletonKey?: string }

export type JobQueue = {
  /** Creates the queues. Required before the first `send`. */
  start(jobs: readonly Job[]): Promise<void>
  /** Enqueues inside the caller's transaction: no commit, no job. */
  send<S extends z.ZodType>(tx: Tx, job: Job<S>, data: z.input<S>, options?: SendOptions): Promise<void>
  /** Runs the jobs in this process. */
  work(services: Services): Promise<void>
  /** Whether the queue responds. */
  alive(): Promise<boolean>
  stop(): Promise<void>
}

/** A worker without a heartbeat for this time (s) counts as dead; checked every second. */
const heartbeatSeconds = 10
const longestRetrySeconds = 300

type QueueConfig = Pick<Config, 'databaseUrl' | 'keepDays'>

export function openJobQueue(config: QueueConfig, log: Logger): JobQueue {
  const options = { connectionString: config.databaseUrl, migrate: false, superviseIntervalSeconds: 1 }
  let known: readonly Job[] = []
  let boss: PgBoss | undefined
  let shutdown = new AbortController()

  const open = async (working: boolean) => {
    const next = new PgBoss({
      ...options,
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
      for (const job of known) {
        const options = queueOptions(job, config.keepDays.jobs)
        const deadLetter = job.gaveUp && gaveUpQueue(job)
        if (deadLetter) await boss.createQueue(deadLetter, options)
        const own = { ...options, ...(deadLetter && { deadLetter }) }
        await boss.createQueue(job.name, own)
        // `createQueue` does not change the options of an existing queue.
        await boss.updateQueue(job.name, own)
      }
    },
    async send(tx, job, data, { startAfterSeconds, singletonKey } = {}) {
      await started().send(job.name, job.schema.parse(data) as object, {
        db: fromDrizzle(tx, sql),
        ...(startAfterSeconds !== undefined && { startAfter: startAfterSeconds }),
        ...(singletonKey !== undefined && { singletonKey }),
      })
    },
    async work(services) {
      await boss?.stop({ graceful: false })
      boss = await open(true)
      shutdown = new AbortController()
      for (const job of known) await workOn(boss, job, services, shutdown.signal)
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

async function workOn(boss: PgBoss, job: Job, services: Services, shutdown: AbortSignal): Promise<void> {
  const options = {
    pollingIntervalSeconds: 1,
    // A job that becomes due later (a retry, a delay) sends no notification.
    notifyPollingIntervalSeconds: 1,
    localConcurrency: job.concurrency ?? 1,
    heartbeatRefreshSeconds: 3,
  }
  await boss.work<object>(job.name, options, async ([one]) => {
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
  })
  if (job.gaveUp) await watchGivenUp(boss, job, services)
  if (job.cron) await boss.schedule(job.name, job.cron, {})
}

async function watchGivenUp(boss: PgBoss, job: Job, services: Services): Promise<void> {
  const options = {
    includeMetadata: true,
    pollingIntervalSeconds: 1,
    // A job that is moved here sends no notification.
    notifyPollingIntervalSeconds: 1,
    heartbeatRefreshSeconds: 3,
  } as const
  await boss.work(gaveUpQueue(job), options, async ([one]) => {
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
