/** The path of a printed code, with what programs added to it. */
const printed = /^\/+v\/+([^?#]+)(.*)$/is
const plain = /^\/v\/[0-9a-z]+(?:\?|$)/i

/**
 * The URL of a request as the router can read it. A printed code is one part of the path, whatever was added to it: slashes,
 * or a percent sign without the digits of a character, for which the router would answer 400.
 */
export function routedUrl(url: string): string {
  const [, code, rest] = printed.exec(url) ?? []
  if (code === undefined || plain.test(url)) return url
  return `/v/${encodeURIComponent(code)}${rest}`
}
