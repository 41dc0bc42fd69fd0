import type { PageText } from '#client/verify/model.ts'
import type { Language } from '#shared/core/i18n/language.ts'
import { parseScan } from '#shared/scan/parse-scan.ts'
import { readCode, type ScannedCode } from '#shared/verify/code/code.ts'
import { damageText } from '#shared/verify/result/damage-text.ts'

type TypedCode = { code: Pick<ScannedCode, 'address'> & { secret: string } } | { mistake: string }

/** Parses a typed code, or returns the error in the reader's language. Accepts the address of a printed code. */
export function parseTypedCode(text: string, { t, language }: { t: PageText; language: Language }): TypedCode {
  const scan = parseScan(text)
  if ('code' in scan) {
    const { address, secret } = scan.code
    return secret ? { code: { address, secret } } : { mistake: t('codePart') }
  }
  const { problem } = scan
  switch (problem.kind) {
    case 'blank':
      return { mistake: t('codeBlank') }
    case 'website':
      return { mistake: t('codeWebsite', { host: problem.host }) }
    case 'scratch':
      return { mistake: t('codeScratch') }
    case 'keyboard':
      return { mistake: t('codeKeyboard') }
    case 'damaged':
      return { mistake: damageText(problem.damage, language) }
    case 'other': {
      const reading = readCode(text)
      const isShort = 'damage' in reading && /^[0-9a-z\s-]+$/i.test(text)
      return { mistake: isShort ? damageText(reading.damage, language) : t('codeOther') }
    }
  }
}
