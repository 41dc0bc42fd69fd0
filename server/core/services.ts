import type { FastifyRequest } from 'fastify'
import type { DestinationStream } from 'pino'
import { type ApiKeys, openApiKeys } from './auth/api-key/lookup.ts'
import { type FindDemoMerchant, openDemoMerchant } from './auth/demo-merchant.ts'
import { type LiveSessions, openLiveSessions } from './auth/live-sessions.ts'
import type { Config } from './config.ts'
import { type Database, openDatabase } from './db/database.ts'
import { type EventHub, openEventHub } from './events/event-hub.ts'
import { createLocalChannel, type LocalChannel } from './events/local-channel.ts'
import { type FileStore, openFileStore } from './files/file-store.ts'
import { type JobQueue, openJobQueue } from './jobs/job-queue.ts'
import { createGuessLimit, type GuessLimit } from './limits/guess-limit.ts'
import { type Logger, openLogger } from './logging/logger.ts'
import { type Mailer, openMailer } from './mail/mail.ts'
import { type BrandHosts, openBrandHosts } from './network/brand-hosts.ts'
import { type Compute, openCompute } from './process/compute.ts'

import { openTagService, type TagService } from './tag-service/service.ts'

/** A call of a signed-in member of a merchant: where it came from, and by which browser. */
export type MemberCall = { merchantId: string; caller: string; userAgent: string | undefined }
/** A form on the page of a code, which a person has sent. */
export type SentForm = {
  address: string
  from: Pick<FastifyRequest, 'actor' | 'caller' | 'headers' | 'method' | 'url'>
}

/** Dependencies of handlers and jobs, created once per process. */
export type Services = {
  config: Config
  db: Database
  jobs: JobQueue
  files: FileStore
  mail: Mailer
  log: Logger
  events: EventHub
  compute: Compute
  sessions: LiveSessions
  apiKeys: ApiKeys
  memberCalls: LocalChannel<MemberCall>
  sentForms: LocalChannel<SentForm>
  findDemoMerchant: FindDemoMerchant
  tags: TagService
  guesses: GuessLimit
  brandHosts: BrandHosts
}

/** @param logTarget standard output by default */
export async function openServices(
  config: Config,
  compute = openCompute(),
  logTarget?: DestinationStream,
): Promise<Services & { close(): Promise<void> }> {
  const log = openLogger(config, logTarget)
  const db = openDatabase(config)
  const jobs = openJobQueue(config, log)
  const files = openFileStore(config)
  const mail = openMailer(config, jobs)
  const events = await openEventHub(db)
  const sessions = openLiveSessions(db, events)
  const apiKeys = openApiKeys(db, log)
  const memberCalls = createLocalChannel<MemberCall>()
  const sentForms = createLocalChannel<SentForm>()
  const findDemoMerchant = openDemoMerchant(db)
  const tags = openTagService(config)
  const guesses = createGuessLimit()
  const brandHosts = openBrandHosts({ db, events, config, log })
  const close = async () => {
    await jobs.stop()
    await compute.close()
    await events.close()
    await db.close()
  }
  const shared = {
    config,
    db,
    jobs,
    files,
    mail,
    log,
    events,
    compute,
    sessions,
    apiKeys,
    memberCalls,
    sentForms,
    findDemoMerchant,
    tags,
    guesses,
    brandHosts,
  }
  return { ...shared, close }
}
