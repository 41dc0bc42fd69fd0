import type { Person, TestApp } from '#server/core/test/harness.ts'
import { exampleFiles } from '#shared/form/question-types/files/files.fixture.ts'

/** Sends a file as a device does that has it in one piece. */
export function uploadFile({ app }: TestApp, { token }: Person, sha256: string, content: Buffer) {
  return app.inject({
    method: 'PUT',
    url: `/api/sync/blobs/${sha256}?offset=0&size=${content.length}`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
    payload: content,
  })
}

export async function uploadExampleFiles(world: TestApp, person: Person): Promise<void> {
  for (const { digest, base64 } of Object.values(exampleFiles)) {
    await uploadFile(world, person, digest, Buffer.from(base64, 'base64'))
  }
}
