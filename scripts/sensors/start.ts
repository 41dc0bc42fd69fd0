import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { handleTagRequest, type ServedTags, type TagFault } from './answer.ts'
import { type EmbeddedTag, TagStore } from './tag-store.ts'
import { type Credentials, Tokens } from './tokens.ts'

type TagServiceOptions = {
  /** Folder of tags.json. */
  dir: string
  /** 0 chooses any free port. */
  port: number
  credentials: Credentials
  /** Loopback by default. */
  host?: string
  /** Validity of a token; 15 minutes by default. */
  tokenSeconds?: number
  /** Milliseconds since 1970. */
  now?: () => number
}

export type RunningTagService = {
  url: string
  tokenUrl: string
  /** Calls of the data so far, without calls for tokens. */
  calls(): number
  fail(kind: TagFault, times?: number): void
  startTag(tag: Partial<EmbeddedTag> & Pick<EmbeddedTag, 'tidnfc'>): void
  close(): Promise<void>
}

/** Serves temperature tags as the service of a manufacturer does. */
export async function startTagService(options: TagServiceOptions): Promise<RunningTagService> {
  const { dir, port, credentials, host = '127.0.0.1', tokenSeconds = 900, now = Date.now } = options
  const seconds = () => Math.floor(now() / 1000)
  const service: ServedTags = {
    store: new TagStore(dir, seconds()),
    tokens: new Tokens(tokenSeconds),
    credentials,
    fault: { kind: 'none', times: 0 },
    now: seconds,
    calls: 0,
  }
  const server = createServer(async (request, response) => {
    const url = new URL(request.url!, 'http://localhost')
    const { authorization } = request.headers
    try {
      const reply = handleTagRequest(service, {
        method: request.method!,
        url,
        authorization,
        body: await text(request),
      })
      if (reply === 'closed') request.socket.destroy()
      else if (reply !== 'hang')
        response.writeHead(reply.status, { 'content-type': 'application/json' }).end(reply.body)
    } catch {
      response.writeHead(400).end()
    }
  })
  server.keepAliveTimeout = 65_000
  server.listen(port, host)
  await once(server, 'listening')
  const url = `http://${host}:${(server.address() as AddressInfo).port}`

  return {
    url,
    tokenUrl: `${url}/token`,
    calls: () => service.calls,
    fail(kind, times = 0) {
      service.fault = { kind, times }
    },
    startTag: (tag) => service.store.put({ kind: 'chilled', startedAt: seconds(), stoppedAt: null, ...tag }),
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
