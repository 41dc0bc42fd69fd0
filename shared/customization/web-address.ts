// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const NEVER = /[\u0000-\u0020\u007f-\u00a0\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff"'<>\\^`{|}]/
const START = /^(https?:\/\/|www\.)[^/?#@:]/i

/**
 * An http or https address as people write it, or nothing. Whoever reads it reads what the browser will open: no user
 * before the host, no backslash, no invisible or turned letters.
 */
export function webAddress(text: string): URL | undefined {
  if (NEVER.test(text) || !START.test(text)) return undefined
  const url = URL.parse(/^www\./i.test(text) ? `https://${text}` : text)
  if (!url || url.username || url.password || !/[^.]\.[^.]/.test(url.hostname)) return undefined
  return url
}
