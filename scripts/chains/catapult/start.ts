import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CatapultLedger } from './ledger.ts'
import { answer } from './rest.ts'

type CatapultLedgerOptions = {
  /** Folder of blocks.dat, for one ledger at a time. */
  dir: string
  /** 0 chooses any free port. */
  port: number
  /** Loopback by default. */
  host?: string
  /** Milliseconds between blocks while a transfer waits or is not final; 0: blocks are created by `harvest` calls only. */
  blockMs?: number
  finalizeAfter?: number
  now?: () => number
  /** The amount that every account receives once, in the smallest unit of the currency. */
  grant?: bigint
}

export type RunningCatapultLedger = { url: string; ledger: CatapultLedger; close(): Promise<void> }

const maxBodyBytes = 64 * 1024

/** Serves the ledger. An idle ledger creates no blocks. */
export async function startCatapultLedger(options: CatapultLedgerOptions): Promise<RunningCatapultLedger> {
  const { dir, port, host = '127.0.0.1', blockMs = 1000, finalizeAfter = 2, now, grant } = options
  let ledger: CatapultLedger | undefined
  const server = createServer(async (request, response) => {
    // If a client disconnects in the middle of a body, only its own call ends, without a response.
    const body = await readJson(request).catch(() => malformed)
    const path = request.url!.split('?')[0]!
    const { status, body: responseBody } =
      body === malformed || !ledger
        ? { status: 400, body: { code: 'InvalidContent', message: 'the body is not JSON' } }
        : answer(ledger, request.method!, path, body)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(responseBody))
  })
  server.keepAliveTimeout = 65_000
  // The port is opened first: a second ledger on it fails before it opens the file of the first one.
  server.listen(port, host)
  await once(server, 'listening')
  ledger = new CatapultLedger({ dir, finalizeAfter, ...(now && { now }), ...(grant !== undefined && { grant }) })
  const running = ledger
  const timer = blockMs > 0 ? setInterval(() => running.hasWork && running.harvest(), blockMs) : undefined

  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}`,
    ledger,
    async close() {
      clearInterval(timer)
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
      running.close()
    },
  }
}

const malformed = Symbol('malformed')

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += (chunk as Buffer).length
    if (size > maxBodyBytes) return malformed
    chunks.push(chunk as Buffer)
  }
  if (size === 0) return undefined
  try {
    return JSON.parse(Buffer.concat(chunks).toString())
  } catch {
    return malformed
  }
}
