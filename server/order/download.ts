import { Transform } from 'node:stream'
import { type CodeKey, codeUrl } from './code.ts'

/** Converts PostgreSQL's COPY text lines `hex address \t serial` to CSV lines. At most one chunk is in memory. */
export function csvLines(key: CodeKey, origin: string, withSerial: boolean): Transform {
  let remainder = ''
  const line = (text: string) => {
    const tab = text.indexOf('\t')
    // Letters, digits, slashes and a serial number only, so no spreadsheet reads a value as a formula.
    const url = codeUrl(origin, key, Buffer.from(text.slice(0, tab), 'hex'))
    return withSerial ? `${url},${text.slice(tab + 1)}\r\n` : `${url}\r\n`
  }
  let started = false
  const head = () => {
    if (started) return ''
    started = true
    return withSerial ? 'Codes,Serial No\r\n' : 'Codes\r\n'
  }
  return new Transform({
    transform(chunk: Buffer, _, done) {
      const lines = (remainder + chunk.toString('latin1')).split('\n')
      remainder = lines.pop()!
      done(null, head() + lines.map(line).join(''))
    },
    flush(done) {
      done(null, head() + (remainder ? line(remainder) : ''))
    },
  })
}
