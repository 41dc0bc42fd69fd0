import type { FastifyInstance } from 'fastify'
import type { Actor } from './core/auth/actor.ts'
import type { Tx } from './core/db/database.ts'
import type { SQL } from './core/drizzle/orm.ts'
import type { PgColumn } from './core/drizzle/pg-core.ts'
import type { Subscriber } from './core/events/subscriber.ts'
import type { Job } from './core/jobs/job-queue.ts'
import type { RetentionRule } from './core/jobs/retention-rule.ts'
import type { Services } from './core/services.ts'
import type { Reviewable } from './review/service.ts'
import type { SyncEntity } from './sync/entity.ts'

/**
 * What a domain does on the server, declared once in its `domain.ts`. Routes, sync and work are functions that import them, because
 * only some processes need them: a worker loads no routes, and a web process does not load the libraries of the chains.
 */
export type Domain = {
  /** The name of its folder. */
  name: string
  /** Functions that register its routes and pages, in the order of the calls. */
  routes?: readonly (() => Promise<RegisterRoutes>)[]
  /** The records of the domain that devices edit offline. */
  sync?: () => Promise<SyncEntity>
  /** Its background jobs. The job of a domain that works for all others receives the list of them. */
  jobs?: readonly Job[] | ((all: readonly Domain[]) => readonly Job[])
  /** How it reacts to the events of others. */
  subscribers?: readonly Subscriber[]
  /** How its old rows are deleted. */
  retention?: readonly RetentionRule[]
  /** The documents of the domain that administrators review. */
  reviewed?: Reviewable
  /** Whether a screen of the domain shows a private file to a user of its merchant who may not read such files otherwise. */
  showsFile?: (tx: Tx, actor: Actor, hash: string) => Promise<boolean>
  /** The name in the file store of a file that the domain keeps itself and has published, by the SHA-256 of its bytes. */
  publishedFile?: (tx: Tx, hash: string) => Promise<{ name: string; ext: string } | undefined>
  /** The condition that the domain uses a product. The import of the product then cannot be undone. */
  usesSku?: (sku: { merchantId: PgColumn; id: PgColumn }) => SQL
  /** Starts what a worker does all the time, besides jobs. */
  work?: () => Promise<(services: Services) => { stop(): Promise<void> }>
}

/** A domain that works for all others uses the list of them. */
type RegisterRoutes = (app: FastifyInstance, all: readonly Domain[]) => void

export function defineDomain(domain: Domain): Domain {
  return domain
}
