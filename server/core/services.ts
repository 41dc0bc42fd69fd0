import type { DestinationStream } from 'pino'
import { type Compute, openCompute } from './compute.ts'
import type { Config } from './config.ts'
import { type Database, openDatabase } from './db.ts'
import { type EventHub, openEvents } from './events.ts'
import { type FileStore, openFiles } from './files.ts'
import { type Jobs, openJobs } from './jobs.ts'
import { type LiveSessions, openLiveSessions } from './live-sessions.ts'
import { type Logger, openLog } from './log.ts'
import { type Mailer, openMail } from './mail.ts'

/** Everything a handler or a job may use, made once a process. */
export type Services = {
  config: Config
  db: Database
  jobs: Jobs
  files: FileStore
  mail: Mailer
  log: Logger
  events: EventHub
  compute: Compute
  sessions: LiveSessions
}

/** @param logTarget standard output where absent */
export async function openServices(
  config: Config,
  compute = openCompute(),
  logTarget?: DestinationStream,
): Promise<Services & { close(): Promise<void> }> {
  const log = openLog(config, logTarget)
  const db = openDatabase(config)
  const jobs = openJobs(config, log)
  const files = openFiles(config)
  const mail = openMail(config, jobs)
  const events = await openEvents(db)
  const sessions = openLiveSessions(db, events)
  const close = async () => {
    await jobs.stop()
    await compute.close()
    await events.close()
    await db.close()
  }
  return { config, db, jobs, files, mail, log, events, compute, sessions, close }
}
