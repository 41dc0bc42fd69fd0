import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { S3Config } from '#server/core/config.ts'

type StoredObject = {
  content: Buffer
  headers: IncomingHttpHeaders
}

/** The four calls of an S3-compatible store that the log uses, in memory. Signatures are not checked. */
export async function startBucket(): Promise<{ s3: S3Config; objects: Map<string, StoredObject>; close(): void }> {
  const objects = new Map<string, StoredObject>()
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://store')
    const key = decodeURIComponent(pathname.slice('/log-files/'.length))
    if (request.method === 'PUT') {
      objects.set(key, { content: await buffer(request), headers: request.headers })
      return response.end()
    }
    if (request.method === 'DELETE') {
      objects.delete(key)
      return response.writeHead(204).end()
    }
    if (searchParams.get('list-type') === '2') {
      const found = [...objects.keys()].filter((name) => name.startsWith(searchParams.get('prefix') ?? ''))
      const contents = found.map((name) => `<Contents><Key>${name}</Key></Contents>`).join('')
      return response.end(`<ListBucketResult><IsTruncated>false</IsTruncated>${contents}</ListBucketResult>`)
    }
    const object = objects.get(key)
    if (object) return response.end(object.content)
    return response.writeHead(404).end('<Error><Code>NoSuchKey</Code><Message>none</Message></Error>')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  const s3 = { endpoint, bucket: 'log-files', region: 'us-east-1', accessKey: 'key', secretKey: 'secret' }
  return { s3, objects, close }
}
