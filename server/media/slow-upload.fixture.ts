import { request } from 'node:http'
import type { Person, TestApp } from '#server/core/test/harness.ts'

export type SlowUpload = { answered: Promise<number>; end(): void }

/** Begins an upload over a real connection: its headers and the first bytes of a file, then nothing more. */
export async function beginUpload(
  world: TestApp,
  person: Person,
  path = '/api/uploads?purpose=image',
): Promise<SlowUpload> {
  const { port } = world.app.server.address() as { port: number }
  const call = request({
    host: '127.0.0.1',
    port,
    path,
    method: 'POST',
    headers: {
      authorization: `Bearer ${person.token}`,
      'content-type': 'multipart/form-data; boundary=slow',
      'content-length': 100_000,
    },
  })
  const answered = new Promise<number>((resolve, reject) => {
    call.on('response', (answer) => {
      answer.resume()
      resolve(answer.statusCode!)
    })
    call.on('error', reject)
  })
  answered.catch(() => undefined)
  await new Promise<void>((sent) =>
    call.write('--slow\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\nbytes', () => sent()),
  )
  return { answered, end: () => call.destroy() }
}
