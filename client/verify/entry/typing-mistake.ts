import type { PageModel, PageText } from '#client/verify/model.ts'
import { parseTypedCode } from './parse-typed-code.ts'

/** The typing mistake in an unknown code, if there is one that a person can correct. */
export function typingMistake({ answer, code, secret, typo, language }: PageModel, t: PageText): string | undefined {
  if (answer.tap || (answer.verdict !== 'unknown' && answer.verdict !== 'damaged')) return undefined
  if (typo) return t('codeTypo', { from: String(typo.from), to: String(typo.to) })
  const typed = code + secret
  if (!typed) return undefined
  const read = parseTypedCode(typed, { t, language })
  return 'mistake' in read ? read.mistake : undefined
}
