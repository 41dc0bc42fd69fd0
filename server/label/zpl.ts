import type { LabelText } from '#shared/label/label-text.ts'
import { linesOfLabel, type Placement, type Size } from '#shared/label/layout.ts'
import { mmToDots } from '#shared/label/printer-layout.ts'
import { type PrintedCode, printedLetters } from './codes.ts'

type ZplJob = {
  label: Size
  dpi: number
  placement: Placement
  text: LabelText
}

/** Labels in ZPL II, one format per label, so that printing can stop after any of them. */
export async function* zplLabels(codes: AsyncIterable<PrintedCode>, job: ZplJob): AsyncGenerator<Buffer> {
  const dots = (mm: number) => Math.round(mmToDots(mm, job.dpi))
  const { code, module, lines, align, lineWidth } = job.placement
  const magnification = dots(module)
  // ^CI28: texts are UTF-8. ^LH0,0: the origin is the corner of the label, regardless of earlier settings.
  const head = `^XA^CI28^LH0,0^PW${dots(job.label.width)}^LL${dots(job.label.height)}`
  const symbol = `^FO${dots(code.x)},${dots(code.y)}^BQN,2,${magnification}`
  const line = (text: string, at: number) => {
    const { x, y, size } = lines[at]!
    const left = align === 'start' ? x : x - lineWidth / 2
    const block = `^FB${dots(lineWidth)},1,0,${align === 'start' ? 'L' : 'C'}`
    return `^FO${dots(left)},${dots(y - size)}^A0N,${dots(size)},${dots(size)}${block}^FH_^FD${escaped(text)}^FS`
  }
  for await (const { serialNo, url } of codes) {
    // MM: error correction M, manual input; A: alphanumeric, the mode that the computed size assumes.
    const texts = linesOfLabel(job.text, job.placement, String(serialNo), printedLetters(url)).map(line).join('')
    yield Buffer.from(`${head}\n${symbol}^FDMM,A${url}^FS\n${texts}^XZ\n`)
  }
}

/** ^ and ~ start commands; _ starts a hexadecimal character after ^FH. */
const escaped = (text: string) =>
  text.replace(/[\^~_\\]/g, (sign) => `_${sign.charCodeAt(0).toString(16).toUpperCase()}`).replace(/\p{Cc}/gu, ' ')
