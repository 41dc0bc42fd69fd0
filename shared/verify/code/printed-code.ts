import { parseCode, type ScannedCode } from './code.ts'

/** Whether a text is a web address at all. */
export const isWebUrl = (text: string): boolean => /^https?:/i.test(text)

/** Reads what print houses and scanners hand back: the printed URL, the long one, or the bare code. */
export function parsePrintedCode(text: string): ScannedCode | undefined {
  return parseCode(...partsOf(text))
}

function partsOf(text: string): [string | undefined, string | undefined] {
  if (!isWebUrl(text)) return [text, undefined]
  const url = URL.parse(text)
  const address = url?.searchParams.get('a') ?? url?.searchParams.get('address')
  if (address) return [address, url?.searchParams.get('p') ?? undefined]
  return [/^\/v\/([^/]+)\/?$/i.exec(url?.pathname ?? '')?.[1], undefined]
}
