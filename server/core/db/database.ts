import { sql } from 'drizzle-orm'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Config } from '#server/core/config.ts'
import { isLostConnection, isUnavailable, unavailableProblem } from './database-error.ts'
import { type Listener, type ListenHandlers, listen } from './listen.ts'

const casing = 'snake_case'

/** What a handler writes with: a drizzle transaction (or the autocommit handle, which has the same shape). */
export type Tx = NodePgDatabase
export type Client = pg.PoolClient
export type { Listener }

/** The only access to PostgreSQL. Each method determines the role, and thereby the rows, of its callback. */
export type Database = {
  /** One merchant's rows. */
  tenant<T>(merchantId: string, run: (tx: Tx) => Promise<T>): Promise<T>
  /** The same to read: every statement sees the rows as they were at the first. */
  readonlyTenant<T>(merchantId: string, run: (tx: Tx) => Promise<T>): Promise<T>
  /** All rows: administrators, public calls, jobs. */
  system<T>(run: (tx: Tx) => Promise<T>): Promise<T>
  readonlySystem<T>(run: (tx: Tx) => Promise<T>): Promise<T>
  /** Autocommit reads over all rows. */
  read: Tx
  /** Autocommit on the narrow role of the public verify page. */
  publicPool: pg.Pool
  /** The same on one connection, for statements that follow one another without a pause. */
  asPublic<T>(run: (client: Client) => Promise<T>): Promise<T>
  /**
   * A connection of the tables' owner, with all rows and outside the policies of `code`: COPY jobs only. `discard` has it
   * closed instead of lent again.
   */
  owner<T>(run: (client: Client, discard: () => void) => Promise<T>): Promise<T>
  listen(channel: string, ear: ListenHandlers): Promise<Listener>
  close(): Promise<void>
}

type OpenConfig = Pick<Config, 'databaseUrl' | 'databaseConnections'>

/**
 * The public pool finds rows by their keys and nothing else: plans are made once, and none of them reads a whole table, which
 * a plan made while the tables were small would do for ever.
 */
const publicPoolOptions = [
  '-c role=app_public',
  '-c plan_cache_mode=force_generic_plan',
  ...['seqscan', 'hashjoin', 'mergejoin', 'material'].map((way) => `-c enable_${way}=off`),
].join(' ')

/** @param silenceMs a statement that is not answered by then has met a dead connection; COPY may take longer */
export function openDatabase({ databaseUrl, databaseConnections }: OpenConfig, silenceMs = 30_000): Database {
  const half = Math.ceil(databaseConnections / 2)
  const answering = { connectionString: databaseUrl, query_timeout: silenceMs }
  const main = openPool({ ...answering, max: databaseConnections })
  const reading = openPool({ ...answering, max: half, options: '-c role=app_system' })
  const publicPool = openPool({ ...answering, max: half, options: publicPoolOptions })
  const owning = openPool({ connectionString: databaseUrl, max: half })

  const transaction = <T>(start: ReturnType<typeof sql>, run: (tx: Tx) => Promise<T>, readOnly = false) =>
    withClient(main, (client) =>
      drizzle({ client, casing }).transaction(
        async (tx) => {
          await tx.execute(start)
          return run(tx)
        },
        readOnly ? { accessMode: 'read only', isolationLevel: 'repeatable read' } : undefined,
      ),
    )

  return {
    tenant: (merchantId, run) => transaction(asTenant(merchantId), run),
    readonlyTenant: (merchantId, run) => transaction(asTenant(merchantId), run, true),
    system: (run) => transaction(asSystem, run),
    readonlySystem: (run) => transaction(asSystem, run, true),
    read: drizzle({ client: reading, casing }),
    publicPool,
    asPublic: (run) => withClient(publicPool, run),
    owner: (run) => withClient(owning, run),
    listen: (channel, ear) => listen(databaseUrl, channel, ear),
    close: async () => {
      await Promise.all([main, reading, publicPool, owning].map((pool) => pool.end()))
    },
  }
}

const asSystem = sql`select set_config('role', 'app_system', true)`

/** Role and merchant in one statement, both ending with the transaction. */
function asTenant(merchantId: string) {
  return sql`select set_config('role', 'app_tenant', true), set_config('app.merchant_id', ${merchantId}, true)`
}

/** For so long a call waits for a connection: two hundred orders of one merchant at once are answered, none is turned away. */
const acquireTimeoutMs = 15_000
/** A transaction whose process does nothing with it for so long is rolled back by the server, its locks with it. */
const idleInTransactionMs = 30_000

function openPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    ...config,
    connectionTimeoutMillis: acquireTimeoutMs,
    idleTimeoutMillis: 30_000,
    idle_in_transaction_session_timeout: idleInTransactionMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'assay',
  })
  // An 'error' event without a listener ends the process. Idle clients emit it on the pool, busy ones on themselves.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** Lends a client. One whose connection is lost, or whose state is unknown, is destroyed, never lent again. */
async function withClient<T>(pool: pg.Pool, run: (client: Client, discard: () => void) => Promise<T>): Promise<T> {
  let client: Client | undefined
  let broken: Error | undefined
  const markBroken = (error: Error) => {
    broken = error
  }
  try {
    client = await pool.connect()
    client.on('error', markBroken)
    return await run(client, () => markBroken(new Error('discarded')))
  } catch (error) {
    if (isLostConnection(error)) broken = error as Error
    if (isUnavailable(error)) throw unavailableProblem(error)
    throw error
  } finally {
    client?.off('error', markBroken)
    client?.release(broken)
  }
}
