/** The official host of an installation: all of its codes open there. */
export const officialHost = (publicUrl: string): string => new URL(publicUrl).host

/**
 * The URL of the installation at a custom domain: everything but the name stays. Without a custom domain, that of the installation.
 *
 * @example
 * urlAtHost('https://assay.example', 'verify.brand.example') // => 'https://verify.brand.example'
 * urlAtHost('http://localhost:3000', 'verify.brand.example') // => 'http://verify.brand.example:3000'
 * urlAtHost('https://assay.example', null) // => 'https://assay.example'
 */
export function urlAtHost(publicUrl: string, host: string | null): string {
  if (host === null) return publicUrl
  const url = new URL(publicUrl)
  url.hostname = host
  return url.href.replace(/\/+$/, '')
}

/** The address as it is printed, for people who type it: the page that asks for a code. */
export const entryAddress = (url: string): string => `${officialHost(url)}/verify`
