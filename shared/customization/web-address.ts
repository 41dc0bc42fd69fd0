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

/** The hosts that a list of host names or addresses names, as browsers write them; nothing where one of them is none. */
export function hostsIn(text: string): string[] | undefined {
  const words = text.split(/[\s,;]+/).filter(Boolean)
  const hosts = words.map((word) => {
    const url = webAddress(/^https?:\/\//i.test(word) ? word : `https://${word}`)
    // A port is no part of what is approved, and an address in numbers is nobody's name.
    return url && url.port === '' && /[a-z][a-z0-9-]*$/.test(url.hostname) ? url.hostname : undefined
  })
  return hosts.every((host) => host !== undefined) ? [...new Set(hosts)] : undefined
}
