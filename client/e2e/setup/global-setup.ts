import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buildIfChanged } from '#scripts/start/build.ts'
import { type Assay, type StartedAssay, startAssay } from './start-assay.ts'

/** The URL at which workers request their Assay. */
const variable = 'ASSAY_TEST_STARTER'

/**
 * Builds the pages once, and serves the requests of the workers for an Assay. Playwright replaces a worker for each of its
 * projects; the Assay, which takes 7 s of processor time to start, stays for the next worker of the same number. Returns the
 * function that ends all of them.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  buildIfChanged()
  const started = new Map<string, Promise<StartedAssay>>()
  const end = async (worker: string) => {
    const assay = started.get(worker)
    started.delete(worker)
    // One that did not start has reported it, and ended.
    await (await assay?.catch(() => undefined))?.end()
  }

  const server = createServer(async ({ method, url }, response) => {
    try {
      if (method === 'DELETE') {
        await end(url!)
        response.end()
        return
      }
      if (!started.has(url!)) started.set(url!, startAssay())
      response.end(JSON.stringify(await started.get(url!)))
    } catch (error) {
      response.writeHead(500).end((error as Error).message)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  process.env[variable] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return async () => {
    server.close()
    server.closeAllConnections()
    await Promise.all([...started.keys()].map(end))
  }
}

/** The Assay of a worker's number, which is started at the first request. */
export async function assayOf(parallelIndex: number): Promise<Assay> {
  const response = await request(parallelIndex, 'GET')
  if (!response.ok) throw new Error(await response.text())
  return (await response.json()) as Assay
}

/** Ends it, because a failed test may have left data that others do not expect. */
export async function discardAssay(parallelIndex: number): Promise<void> {
  await request(parallelIndex, 'DELETE')
}

const request = (parallelIndex: number, method: string) =>
  fetch(`${process.env[variable]}/${parallelIndex}`, { method })
