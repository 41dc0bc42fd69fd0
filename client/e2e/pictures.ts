import sharp from 'sharp'

/** A picture as a person would choose it in a file dialog: a real PNG of the given words. */
export async function picture(name: string, words: string, colour = '#3f6b4f') {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512">
    <rect width="512" height="512" fill="${colour}"/>
    <text x="256" y="270" font-size="44" text-anchor="middle" fill="#fff">${words}</text></svg>`
  return { name, mimeType: 'image/png', buffer: await sharp(Buffer.from(svg)).png().toBuffer() }
}
