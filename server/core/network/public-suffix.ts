import { getPublicSuffix } from 'tldts'

/**
 * Whether anybody can have a site under a host, as under com, co.uk or github.io (publicsuffix.org): it is nobody's own.
 *
 * @example
 * isPublicSuffix('github.io') // => true
 * isPublicSuffix('brand.example') // => false
 */
export const isPublicSuffix = (host: string): boolean => getPublicSuffix(host, { allowPrivateDomains: true }) === host
