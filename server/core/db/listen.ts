import pg from 'pg'

export type Listener = { close(): Promise<void> }
export type ListenHandlers = {
  receive(payload: string): void
  /** The connection was lost. No notifications arrive until `resumed` is called. */
  lost?(): void
  /** The connection is open again. Notifications in between are lost. */
  resumed?(): void
  /** A connection whose other side vanished silently is detected within twice this time. */
  heartbeatMs?: number
}

const retryMs = 500

/** Keeps one connection that listens on a channel, and reconnects when it is lost. Resolves when it listens. */
export async function listen(url: string, channel: string, handlers: ListenHandlers): Promise<Listener> {
  const { receive, lost, resumed, heartbeatMs = 5_000 } = handlers
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  const connect = async () => {
    const next = new pg.Client({
      connectionString: url,
      application_name: 'assay listen',
      connectionTimeoutMillis: heartbeatMs,
      query_timeout: heartbeatMs,
    })
    client = next
    // All kinds of connection loss emit 'end', so only 'end' is handled.
    next.on('error', () => {})
    next.on('notification', ({ payload }) => receive(payload ?? ''))
    const end = () => void next.end().catch(() => {})
    try {
      await next.connect()
      await next.query(`listen ${pg.escapeIdentifier(channel)}`)
    } catch (error) {
      end()
      throw error
    }
    const heartbeat = setInterval(() => next.query('select 1').catch(end), heartbeatMs)
    next.once('end', () => {
      clearInterval(heartbeat)
      lost?.()
      retry()
    })
  }
  const retry = () => {
    if (!isClosed) timer = setTimeout(() => connect().then(resumed, retry), retryMs)
  }

  await connect()
  return {
    async close() {
      isClosed = true
      clearTimeout(timer)
      await client?.end()
    },
  }
}
