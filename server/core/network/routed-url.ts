/** The path of a printed code, with what programs added to it. */
const printed = /^\/+v\/+([^?#]+)(.*)$/is
const plain = /^\/v\/[0-9a-z]+(?:\?|$)/i

/** The path of a printed GS1 Digital Link: a key, whose length no folder of the server has, before the GTIN. */
const printedLink = /^\/+([^/?#]{20,})(?:\/|%2f)+01(?:\/|%2f)+([^?#]*)(.*)$/is
const plainLink = /^\/[0-9a-z]+\/01\/\d+\/21\/[0-9a-z]+(?:\?|$)/i

/**
 * The URL of a request as the router can read it. A printed code is one part of the path, whatever was added to it: slashes,
 * or a percent sign without the digits of a character, for which the router would answer 400. The rest of a GS1 Digital Link
 * is one part, too; its route reads the original URL.
 */
export function routedUrl(url: string): string {
  const [, code, rest] = printed.exec(url) ?? []
  if (code !== undefined) return plain.test(url) ? url : `/v/${encodeURIComponent(code)}${rest}`
  const [, key, link, query] = printedLink.exec(url) ?? []
  if (key === undefined || plainLink.test(url)) return url
  return `/${encodeURIComponent(key)}/01/${encodeURIComponent(link!)}${query}`
}
