import { isPublicHost } from './public-host.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const never = /[\u0000-\u0020\u007f-\u00a0\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff"'<>\\^`{|}]/
const start = /^(https?:\/\/|www\.)[^/?#@:]/i

/**
 * An http or https URL as users type it; undefined if it is invalid. The text shows what the browser will open: no user before the
 * host, no backslash, no invisible or bidirectional characters.
 */
export function parseUserUrl(text: string): URL | undefined {
  if (never.test(text) || !start.test(text)) return undefined
  const url = URL.parse(/^www\./i.test(text) ? `https://${text}` : text)
  if (!url || url.username || url.password || !/[^.]\.[^.]/.test(url.hostname)) return undefined
  return url
}

/** The same for URLs on the public internet. A page links only to these. */
export function parsePublicUrl(text: string): URL | undefined {
  const url = parseUserUrl(text)
  return url && isPublicHost(url) ? url : undefined
}

/** The error of the URL of a link that is saved. */
export function linkUrlProblem(text: string): string | undefined {
  if (text === '' || parsePublicUrl(text)) return undefined
  return parseUserUrl(text) ? 'This address is not on the public internet' : 'Invalid URL format'
}

/** The hosts in a list of host names or URLs, as browsers normalize them; undefined if one of them is invalid. */
export function parseHosts(text: string): string[] | undefined {
  const words = text.split(/[\s,;]+/).filter(Boolean)
  const hosts = words.map((word) => {
    const url = parsePublicUrl(/^https?:\/\//i.test(word) ? word : `https://${word}`)
    return url?.hostname
  })
  return hosts.every((host) => host !== undefined) ? [...new Set(hosts)] : undefined
}
