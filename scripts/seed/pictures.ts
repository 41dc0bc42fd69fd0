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

const lineWidths = [440, 470, 410, 455, 300]

/** A document with a title, lines of text and a seal. */
function svgOf({ background, foreground, lines: [title, subtitle] }: Drawing): string {
  const text = lineWidths.map(
    (width, i) => `<rect x="165" y="${370 + i * 36}" width="${width}" height="10" rx="5" opacity=".25"/>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="800" viewBox="0 0 800 800">
    <rect width="800" height="800" fill="#e9e9e4"/><rect x="100" y="40" width="600" height="720" fill="${background}"/>
    <g fill="none" stroke="${foreground}"><rect x="124" y="64" width="552" height="672" stroke-width="4"/><rect x="134" y="74" width="532" height="652"/></g>
    <g fill="${foreground}" text-anchor="middle" font-family="Georgia, 'DejaVu Serif', serif"><circle cx="400" cy="160" r="44"/>
    <text x="400" y="270" font-size="50">${title}</text><text x="400" y="322" font-size="28">${subtitle}</text></g>
    <g fill="${foreground}">${text.join('')}<circle cx="560" cy="630" r="56" opacity=".85"/><path d="M535 670l-20 60 45-22 45 22-20-60Z" opacity=".85"/></g>
    <circle cx="560" cy="630" r="44" fill="none" stroke="${background}" stroke-width="3"/>
    <path d="M166 660c30-40 50-40 55 0s30 10 50-20 30 20 60 10" fill="none" stroke="${foreground}" stroke-width="4"/>
    <path d="M165 686h200" stroke="${foreground}"/></svg>`
}
