/** The path of a printed code, with what programs added to it. */
const printed = /^\/+v\/+([^?#]+)(.*)$/is

/**
 * The URL of a request as the router can read it. A printed code is one part of the path, whatever was added to it: slashes,
 * or a percent sign without the digits of a character, for which the router would answer 400.
 */
export function routedUrl(url: string): string {
  const [, code, rest] = printed.exec(url) ?? []
  return code === undefined || /^[0-9a-z]+$/i.test(code) ? url : `/v/${encodeURIComponent(code)}${rest}`
}
