import { z } from 'zod'

const longestIssuer = 500
const local = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * The address that names a provider. People often copy the one of its configuration, which begins with it. Only a provider on this machine
 * may be without encryption, and only if the operator allows the address.
 */
export const IssuerUrl = z
  .string()
  .trim()
  .max(longestIssuer)
  .transform((text) => text.replace(/\/\.well-known\/openid-configuration$/, ''))
  .refine((text) => {
    const url = URL.parse(text)
    return url?.protocol === 'https:' || (url?.protocol === 'http:' && local.has(url.hostname))
  }, 'The address must begin with https://')
  .refine((text) => (URL.parse(text)?.href.length ?? 0) <= longestIssuer, 'The text is too long')
  .refine((text) => {
    const { username = '', password = '', search = '', hash = '' } = URL.parse(text) ?? {}
    return `${username}${password}${search}${hash}` === '' && !text.includes('/.well-known/')
  }, 'Invalid URL format')
