import sharp from 'sharp'
import type { Person, TestApp } from '#server/core/test/harness.ts'
import type { StoredFile } from '#shared/core/fields/fields.ts'
import type { Purpose, Upload } from '#shared/media/contract.ts'

export const picture = (width = 64, height = 64) =>
  sharp({ create: { width, height, channels: 3, background: '#0f5c4d' } })
    .png()
    .toBuffer()

type FormFile = { field: string; name: string; mime: string; content: Buffer }

/** Files as a browser form sends them. */
export function formOf(files: readonly FormFile[]) {
  const boundary = 'assay-test-boundary'
  const parts = files.flatMap(({ field, name, mime, content }) => [
    `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: ${mime}\r\n\r\n`,
    content,
    '\r\n',
  ])
  const payload = Buffer.concat([...parts, `--${boundary}--\r\n`].map((part) => Buffer.from(part)))
  return { form: { payload, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } } }
}

/** Sends one file as a browser form does. */
export async function sendFile(
  world: TestApp,
  person: Person,
  content: Buffer,
  {
    purpose = 'document',
    name = 'document.png',
    mime = 'image/png',
  }: { purpose?: Purpose; name?: string; mime?: string } = {},
) {
  const { form } = formOf([{ field: 'file', name, mime, content }])
  const answer = await world.app.inject({
    method: 'POST',
    url: `/api/uploads?purpose=${purpose}`,
    headers: { authorization: `Bearer ${person.token}`, ...form.headers },
    payload: form.payload,
  })
  return { status: answer.statusCode, body: answer.json() }
}

export async function uploaded(world: TestApp, person: Person, purpose: Purpose = 'document'): Promise<Upload> {
  const { status, body } = await sendFile(world, person, await picture(), { purpose })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body
}

/** Uploads an image of the merchant and returns it as other records refer to it. */
export async function uploadedPicture(world: TestApp, person: Person): Promise<StoredFile> {
  const { hash, ext, name, mime, size } = await uploaded(world, person, 'image')
  return { hash, ext, name, mime, size }
}
