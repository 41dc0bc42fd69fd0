import { request } from 'node:http'
import type { Person, TestApp } from '#server/core/test/harness.ts'

type UploadResponse = { status: number; retryAfter: string | undefined }
export type SlowUpload = { answered: Promise<UploadResponse>; end(): void }
type Options = {
  path?: string /** The client address in the proxy header. */
  address?: string
  method?: string
  type?: string
}

/** Starts an upload over a real connection: sends the headers and the first bytes of a file, and then stops. */
export async function beginUpload(
  world: TestApp,
  person: Person,
  {
    path = '/api/uploads?purpose=image',
    address = '192.0.2.1',
    method = 'POST',
    type = 'multipart/form-data; boundary=slow',
  }: Options = {},
): Promise<SlowUpload> {
  const { port } = world.app.server.address() as { port: number }
  const call = request({
    host: '127.0.0.1',
    port,
    path,
    method,
    headers: {
      authorization: `Bearer ${person.token}`,
      'content-type': type,
      'x-forwarded-for': address,
      'content-length': 100_000,
    },
  })
  const answered = new Promise<UploadResponse>((resolve, reject) => {
    call.on('response', (answer) => {
      answer.resume()
      resolve({ status: answer.statusCode!, retryAfter: answer.headers['retry-after'] })
    })
    call.on('error', reject)
  })
  answered.catch(() => undefined)
  await new Promise<void>((sent) =>
    call.write('--slow\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\nbytes', () => sent()),
  )
  return { answered, end: () => call.destroy() }
}
