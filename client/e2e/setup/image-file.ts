import { hash } from 'node:crypto'
import sharp from 'sharp'

/**
 * An image for a file dialog: a real PNG with the given text. A stripe distinguishes images on machines without fonts.
 */
export async function imageFile(name: string, words: string, colour = '#3f6b4f') {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512">
    <rect width="512" height="512" fill="${colour}"/>
    <rect y="448" width="512" height="64" fill="#${hash('sha256', words).slice(0, 6)}"/>
    <text x="256" y="270" font-size="44" text-anchor="middle" fill="#fff">${words}</text></svg>`
  return { name, mimeType: 'image/png', buffer: await sharp(Buffer.from(svg)).png().toBuffer() }
}
