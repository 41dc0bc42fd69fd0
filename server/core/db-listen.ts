import pg from 'pg'

export type Listener = { close(): Promise<void> }

const retryMs = 500

/** Holds one connection that hears a channel, and opens the next one when it is lost. Resolves once it listens. */
export async function listen(url: string, channel: string, receive: (payload: string) => void): Promise<Listener> {
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let closed = false

  const connect = async () => {
    const next = new pg.Client({ connectionString: url, application_name: 'assay listen', keepAlive: true })
    next.on('error', () => {})
    next.on('end', retry)
    next.on('notification', ({ payload }) => receive(payload ?? ''))
    client = next
    await next.connect()
    await next.query(`listen ${pg.escapeIdentifier(channel)}`)
  }
  const retry = () => {
    if (closed) return
    clearTimeout(timer)
    timer = setTimeout(() => connect().catch(retry), retryMs)
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
