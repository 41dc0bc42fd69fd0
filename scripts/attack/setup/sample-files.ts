import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { demoProduct } from '#scripts/bench/setup/demo-orders.ts'
import { createSignedInClient, type SignedInClient } from '#scripts/bench/setup/signed-in-client.ts'
import { demoSignIns } from '#scripts/seed/accounts.ts'
import { hashPassword } from '#server/core/auth/password.ts'
import { account } from '#server/core/auth/table.ts'
import type { Target } from './target.ts'

export type SampleFile = { name: string; mime: string; content: Buffer }

/** A picture whose pixels cannot be compressed: about four bytes a pixel as PNG. */
export async function noiseImage(width: number, height: number): Promise<Buffer> {
  const raw = Buffer.alloc(width * height * 3)
  for (let at = 0; at < raw.length; at++) raw[at] = (at * 2_654_435_761) >>> 13
  return sharp(raw, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()
}

/** A PDF that runs a script when it is opened and when its page is shown. */
export function scriptedPdf(script: string): Buffer {
  const action = `<< /S /JavaScript /JS (${script.replace(/[()\\]/g, '\\$&')}) >>`
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R /OpenAction ${action} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /AA << /O ${action} >> >>`,
  ]
  let text = '%PDF-1.7\n'
  const offsets = objects.map((object, at) => {
    const offset = text.length
    text += `${at + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`
  return Buffer.from(`${text}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}${trailer}`, 'latin1')
}

/** Uploads a file as the console does. */
export async function uploadSample(
  { call }: Target,
  { headers }: SignedInClient,
  { name, mime, content }: SampleFile,
  purpose = 'media',
): Promise<{ status: number; body: unknown }> {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(content)], { type: mime }), name)
  const answer = await call(`/api/uploads?purpose=${purpose}`, { method: 'POST', headers, body: form })
  const text = await answer.text()
  return { status: answer.status, body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text }
}

/** Accounts of the demo merchant. Each one has its own limits. */
export async function createColleagues({ stage, server }: Target, count: number): Promise<SignedInClient[]> {
  const { merchantId } = await demoProduct(stage.db)
  const passwordHash = await hashPassword(demoSignIns[0].password)
  const people: SignedInClient[] = []
  for (let n = 0; n < count; n++) {
    const email = `colleague-${randomUUID()}@attack.example`
    const own = { merchantId, role: 'merchant', username: email, email, passwordHash, confirmed: true } as const
    await stage.db.system((tx) => tx.insert(account).values(own))
    people.push(await createSignedInClient(server, email))
  }
  return people
}
