import type { PageText } from '#client/verify/model.ts'
import { parseScan } from '#shared/scan/parse-scan.ts'
import type { ScannedCode } from '#shared/verify/code/code.ts'

type TypedCode = { code: Required<ScannedCode> & { secret: string } } | { mistake: string }

/** Parses a typed code, or returns the error in the reader's language. Accepts the address of a printed code. */
export function parseTypedCode(text: string, t: PageText): TypedCode {
  const reading = parseScan(text)
  if ('code' in reading) {
    const { address, secret } = reading.code
    if (!secret) return { mistake: t('codePart') }
    // Characters that cannot be in a secret are parsed as question marks.
    return secret.includes('?') ? { mistake: t('codeLetter') } : { code: { address, secret } }
  }
  const { problem } = reading
  switch (problem.kind) {
    case 'blank':
      return { mistake: t('codeBlank') }
    case 'website':
      return { mistake: t('codeWebsite', { host: problem.host }) }
    case 'malformed':
      return {
        mistake: problem.isWholeLength ? t('codeLetter') : t('codeLength', { letters: String(problem.letters) }),
      }
    case 'other': {
      const letters = text.replace(/[\s-]/g, '')
      const isShort = /^[0-9a-z]+$/i.test(letters)
      return { mistake: isShort ? t('codeLength', { letters: String(letters.length) }) : t('codeOther') }
    }
  }
}
