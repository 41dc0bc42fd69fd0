import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Config } from '#server/core/config.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { asOpenTransaction } from '#server/core/process/open-transaction.ts'
import { isLostConnection, isUnavailable, unavailableProblem } from './database-error.ts'
import { type Listener, type ListenHandlers, listen } from './listen.ts'

const casing = 'snake_case'

/** The database handle of a handler: a drizzle transaction, or the autocommit handle, which has the same type. */
export type Tx = NodePgDatabase
export type Client = pg.PoolClient
export type { Listener }

/** The only access to PostgreSQL. Each method determines the role, and thereby the rows, of its callback. */
export type Database = {
  /** A transaction on the rows of one merchant. */
  tenant<T>(merchantId: string, run: (tx: Tx) => Promise<T>): Promise<T>
  /** The same, read-only: all statements see the same snapshot. */
  readonlyTenant<T>(merchantId: string, run: (tx: Tx) => Promise<T>): Promise<T>
  /** A transaction on all rows: administrators, public calls, jobs. */
  system<T>(run: (tx: Tx) => Promise<T>): Promise<T>
  readonlySystem<T>(run: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * Several transactions on all rows, in one session that holds a lock: no other session runs the work of this name meanwhile.
   * Between its transactions the work may wait for other servers. The lock ends with the session, also when the process is
   * killed. Returns undefined if another session holds it.
   */
  exclusive<T>(name: string, work: (system: Database['system']) => Promise<T>): Promise<T | undefined>
  /** Autocommit reads of all rows. */
  read: Tx
  /** Autocommit with the restricted role of the public verify page. */
  publicPool: pg.Pool
  /** The same on one connection, for several statements in a row. */
  asPublic<T>(run: (client: Client) => Promise<T>): Promise<T>
  /**
   * A connection of the owner of the tables, with all rows and without the policies of `code`: for COPY jobs only. `discard`
   * closes the connection afterwards instead of returning it to the pool.
   */
  owner<T>(run: (client: Client, discard: () => void) => Promise<T>): Promise<T>
  listen(channel: string, handlers: ListenHandlers): Promise<Listener>
  close(): Promise<void>
}

type OpenConfig = Pick<Config, 'databaseUrl' | 'databaseConnections'>

/**
 * The public pool only looks up rows by key. Plans are made once and never scan a whole table: a plan that was made while the
 * tables were small would otherwise keep doing so.
 */
const publicPoolOptions = [
  '-c role=app_public',
  '-c plan_cache_mode=force_generic_plan',
  ...['seqscan', 'bitmapscan', 'hashjoin', 'mergejoin', 'material'].map((way) => `-c enable_${way}=off`),
].join(' ')

/** @param queryTimeoutMs a statement without a response after this time counts as a lost connection; COPY has no limit */
export function openDatabase({ databaseUrl, databaseConnections }: OpenConfig, queryTimeoutMs = 30_000): Database {
  const half = Math.ceil(databaseConnections / 2)
  const answering = { connectionString: databaseUrl, query_timeout: queryTimeoutMs }
  const main = openPool({ ...answering, max: databaseConnections })
  const reading = openPool({ ...answering, max: half, options: '-c role=app_system' })
  const publicPool = openPool({ ...answering, max: half, options: publicPoolOptions })
  const owning = openPool({ connectionString: databaseUrl, max: half })

  const transactOn = <T>(
    client: Client,
    start: ReturnType<typeof sql>,
    run: (tx: Tx) => Promise<T>,
    readOnly = false,
  ) =>
    asOpenTransaction(() =>
      drizzle({ client, casing }).transaction(
        async (tx) => {
          await tx.execute(start)
          return run(tx)
        },
        readOnly ? { accessMode: 'read only', isolationLevel: 'repeatable read' } : undefined,
      ),
    )
  const transaction = <T>(start: ReturnType<typeof sql>, run: (tx: Tx) => Promise<T>, readOnly = false) =>
    withClient(main, (client) => transactOn(client, start, run, readOnly))

  return {
    tenant: (merchantId, run) => transaction(asTenant(merchantId), run),
    readonlyTenant: (merchantId, run) => transaction(asTenant(merchantId), run, true),
    system: (run) => transaction(asSystem, run),
    readonlySystem: (run) => transaction(asSystem, run, true),
    exclusive: (name, work) =>
      withClient(main, async (client, discard) => {
        const lock = (call: string) =>
          client.query<{ done: boolean }>(`select ${call}(hashtextextended($1, 0)) as done`, [name])
        if (!(await lock('pg_try_advisory_lock')).rows[0]!.done) return undefined
        try {
          return await work((run) => transactOn(client, asSystem, run))
        } finally {
          await lock('pg_advisory_unlock').catch(discard)
        }
      }),
    read: drizzle({ client: reading, casing }),
    publicPool,
    asPublic: (run) => withClient(publicPool, run),
    owner: (run) => withClient(owning, run),
    listen: (channel, handlers) => listen(databaseUrl, channel, handlers),
    close: async () => {
      await Promise.all([main, reading, publicPool, owning].map((pool) => pool.end()))
    },
  }
}

const asSystem = sql`select set_config('role', 'app_system', true)`

/** The same type for a client of `owner`, which begins and ends its transactions itself. */
export const asTx = (client: Client): Tx => drizzle({ client, casing })

/** Sets role and merchant in one statement. Both end with the transaction. */
function asTenant(merchantId: string) {
  return sql`select set_config('role', 'app_tenant', true), set_config('app.merchant_id', ${merchantId}, true)`
}

/** Timeout for a connection of the pool. It is long enough for 200 concurrent orders of one merchant. */
const acquireTimeoutMs = 15_000
/** The server rolls back a transaction that its process leaves idle for this time, and releases its locks. */
const idleInTransactionMs = 30_000

/** The same after another time (ms), for one transaction that has to wait for something other than PostgreSQL. */
export async function allowIdle(tx: Tx, ms: number): Promise<void> {
  await tx.execute(sql`select set_config('idle_in_transaction_session_timeout', ${String(ms)}, true)`)
}

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
  // An 'error' event without a listener would end the process. Idle clients emit it on the pool, busy ones on themselves.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/**
 * Runs a function with a client of the pool. A client whose connection is lost or whose state is unknown is closed and not
 * reused.
 */
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
