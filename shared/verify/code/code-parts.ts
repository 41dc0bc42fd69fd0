import { type CodeParts, digitalLinkParts } from './digital-link-parts.ts'
import { decoded, withoutMailEncoding } from './harmless-additions.ts'

/** Whether a text is a URL. */
export const isWebUrl = (text: string): boolean => /^[^\p{L}\p{N}]*https?:/iu.test(text)

/**
 * Where a text contains a code: in a parameter or the path of a link, or everywhere. The first possibility is the most likely
 * one; none for the URL of another page.
 */
export function codePartsOf(text: string): CodeParts[] {
  if (!text.includes('=')) return partsIn(text)
  // The sign may come from a mail, whose long lines it ends: with or without the line break.
  return [text, withoutMailEncoding(text), text.replaceAll('=', '')].flatMap(partsIn)
}

function partsIn(text: string): CodeParts[] {
  const plain = decoded(text)
  const address = parameter(plain, 'a(?:ddress)?')
  if (address !== undefined) return [{ address, secret: parameter(plain, 'p') }]
  const path = /(?:^|[/\s])v\/+([^?&#]*)/i.exec(plain)?.[1]
  if (path !== undefined) return possible(path, path.trim().split(/\s/)[0]!)
  const link = digitalLinkParts(plain)
  if (link.length > 0 || isWebUrl(plain)) return link
  const [own] = plain.split(/[?&#]/, 1) as [string]
  return possible(own || plain)
}

const possible = (...addresses: string[]): CodeParts[] => addresses.map((address) => ({ address, secret: undefined }))

const parameter = (text: string, name: string): string | undefined =>
  new RegExp(`[?&](?:amp;)?${name}=([^&#]*)`, 'i').exec(text)?.[1]
