import { promisify } from 'node:util'
import { deflate } from 'node:zlib'

const deflated = promisify(deflate)

/** Points of 1/72 inch in a millimetre. */
const point = 72 / 25.4

/** A page in mm, its content in PDF operators whose origin is the upper left corner and whose y runs down. */
export type PdfPage = { width: number; height: number; content: string }
/** A picture of one bit a pixel that is painted in the colour of the moment; 1 stays unpainted. */
export type PdfMask = { width: number; height: number; bits: Buffer }

const [catalog, tree, font, firstFree] = [1, 2, 3, 4]

/** A PDF 1.4 as a stream: each page is sent as soon as it is drawn; what is kept is one offset an object. */
export async function* pdfFile(
  title: string,
  pages: AsyncIterable<PdfPage>,
  picture?: PdfMask,
): AsyncGenerator<Buffer> {
  const offsets: number[] = []
  let written = 0
  const pageIds: number[] = []
  const piece = (...parts: (string | Buffer)[]) => {
    const bytes = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)))
    written += bytes.length
    return bytes
  }
  const object = (id: number, ...parts: (string | Buffer)[]) => {
    offsets[id] = written
    return piece(`${id} 0 obj\n`, ...parts, '\nendobj\n')
  }
  const stream = async (id: number, entries: string, content: Buffer) => {
    const bytes = await deflated(content)
    const head = `<<${entries}/Filter/FlateDecode/Length ${bytes.length}>>stream\n`
    return object(id, head, bytes, '\nendstream')
  }

  // Four bytes above 127 tell transfer programs that this is no text.
  yield piece('%PDF-1.4\n%', Buffer.of(0xe2, 0xe3, 0xcf, 0xd3), '\n')
  yield object(font, '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>')
  let id = firstFree as number
  const mask = picture && id++
  if (picture && mask) {
    const entries = `/Type/XObject/Subtype/Image/ImageMask true/BitsPerComponent 1/Width ${picture.width}/Height ${picture.height}`
    yield await stream(mask, entries, picture.bits)
  }
  const resources = `<</Font<</F ${font} 0 R>>${mask ? `/XObject<</N ${mask} 0 R>>` : ''}>>`
  for await (const { width, height, content } of pages) {
    const [page, drawing] = [id++, id++]
    pageIds.push(page)
    const [w, h] = [length(width * point), length(height * point)]
    // Viewers print at full size unless told otherwise.
    yield object(
      page,
      `<</Type/Page/Parent ${tree} 0 R/MediaBox[0 0 ${w} ${h}]/Resources${resources}/Contents ${drawing} 0 R>>`,
    )
    yield await stream(
      drawing,
      '',
      Buffer.from(`${length(point)} 0 0 ${length(-point)} 0 ${h} cm\n${content}`, 'latin1'),
    )
  }
  yield object(tree, `<</Type/Pages/Count ${pageIds.length}/Kids[${pageIds.map((page) => `${page} 0 R`).join(' ')}]>>`)
  yield object(
    catalog,
    `<</Type/Catalog/Pages ${tree} 0 R/ViewerPreferences<</PrintScaling/None/DisplayDocTitle true>>>>`,
  )
  const info = id++
  yield object(info, `<</Title(${title})/Producer(Assay)>>`)
  const table = written
  const entry = (at: number | undefined) =>
    at === undefined ? '0000000000 65535 f \n' : `${String(at).padStart(10, '0')} 00000 n \n`
  yield piece(
    `xref\n0 ${id}\n${Array.from({ length: id }, (_, at) => entry(offsets[at])).join('')}`,
    `trailer\n<</Size ${id}/Root ${catalog} 0 R/Info ${info} 0 R>>\nstartxref\n${table}\n%%EOF\n`,
  )
}

/** A number as PDF takes it: no exponent, ten-thousandths at most. */
export const length = (value: number): string => String(Number(value.toFixed(4)))
