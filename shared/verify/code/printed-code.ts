import { parseCode, type ScannedCode } from './code.ts'

/** Whether a text is a URL. */
export const isWebUrl = (text: string): boolean => /^https?:/i.test(text)

/** Reads the formats of print houses and scanners: the printed URL, the long URL, or the bare code. */
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
