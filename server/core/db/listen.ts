import pg from 'pg'

export type Listener = { close(): Promise<void> }
export type ListenHandlers = {
  receive(payload: string): void
  /** The connection was lost: nothing is heard until it is back. */
  lost?(): void
  /** It is back: what was sent meanwhile is gone. */
  resumed?(): void
  /** A connection whose other end vanished without a word is noticed after twice this time, at most. */
  heartbeatMs?: number
}

const retryMs = 500

/** Keeps one connection that listens on a channel, and reconnects when it is lost. Resolves when it listens. */
export async function listen(url: string, channel: string, ear: ListenHandlers): Promise<Listener> {
  const { receive, lost, resumed, heartbeatMs = 5_000 } = ear
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let closed = false

  const connect = async () => {
    const next = new pg.Client({
      connectionString: url,
      application_name: 'assay listen',
      connectionTimeoutMillis: heartbeatMs,
      query_timeout: heartbeatMs,
    })
    client = next
    // Each way to lose a connection ends it, and the end is acted on.
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
    if (!closed) timer = setTimeout(() => connect().then(resumed, retry), retryMs)
  }

  await connect()
  return {
    async close() {
      closed = true
      clearTimeout(timer)
      await client?.end()
    },
  }
}
