import sharp from 'sharp'
import type { Tx } from '#server/core/db/database.ts'
import type { FileStore } from '#server/core/files/file-store.ts'
import { storedFile } from '#server/media/table.ts'
import type { StoredFile } from '#shared/core/fields/fields.ts'

type Drawing = { name: string; background: string; foreground: string; lines: [string, string] }

/** Draws a simple picture, so that the demo data needs no files of third parties. */
export async function storePicture(tx: Tx, files: FileStore, drawing: Drawing, isPrivate = false): Promise<StoredFile> {
  const content = await sharp(Buffer.from(svgOf(drawing)))
    .png({ compressionLevel: 9 })
    .toBuffer()
  const { hash, contentHash, size } = await files.put(content, { private: isPrivate, mime: 'image/png' })
  const file = { hash, ext: '.png', mime: 'image/png', size }
  await tx
    .insert(storedFile)
    .values({ ...file, contentHash, private: isPrivate })
    .onConflictDoNothing()
  return { ...file, name: drawing.name }
}

function svgOf({ background, foreground, lines: [title, subtitle] }: Drawing): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="800" viewBox="0 0 800 800">
    <rect width="800" height="800" fill="${background}"/>
    <rect x="220" y="170" width="360" height="430" rx="28" fill="${foreground}"/>
    <rect x="260" y="130" width="280" height="70" rx="20" fill="${foreground}" opacity="0.75"/>
    <circle cx="400" cy="370" r="110" fill="${background}"/>
    <path d="M330 400 C350 290 450 290 470 340 C450 430 370 450 330 400 Z" fill="${foreground}"/>
    <text x="400" y="680" font-family="sans-serif" font-size="54" text-anchor="middle" fill="${foreground}">${title}</text>
    <text x="400" y="735" font-family="sans-serif" font-size="34" text-anchor="middle" fill="${foreground}">${subtitle}</text>
  </svg>`
}
