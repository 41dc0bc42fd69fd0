import { isIP } from 'node:net'
import addressparser from 'nodemailer/lib/addressparser'
import { z } from 'zod'
import { keyTypes, parseVkey } from '#shared/transparency/note.ts'
import { isLoopbackUrl } from './network/loopback.ts'
import { parseNetwork, withoutPort } from './network/trusted-proxies.ts'

export const hex32 = z
  .string()
  .regex(/^[0-9a-f]{64}$/i, 'must be 64 hex digits (32 bytes)')
  .transform((hex) => Buffer.from(hex, 'hex'))
export const networkList = z
  .string()
  .transform((list) => list.split(',').map((text) => text.trim()))
  .superRefine((list, { addIssue }) => {
    for (const text of list.filter((one) => !parseNetwork(one)))
      addIssue(`${text} is neither an IP address nor a network`)
  })
/** As `setServers` of a resolver takes them: `9.9.9.9`, `127.0.0.1:5353` or `[2620:fe::fe]:53`. */
export const nameServerList = z
  .string()
  .transform((list) => list.split(',').map((text) => text.trim()))
  .superRefine((list, { addIssue }) => {
    for (const text of list.filter((one) => isIP(withoutPort(one)) === 0))
      addIssue(`${text} is not the IP address of a name server`)
  })
/** The only mail header that is configured as text. The operator writes it, and it is parsed here only. */
export const mailSender = z.string().transform((text, { addIssue }) => {
  const [first, ...others] = addressparser(text, { flatten: true })
  if (first?.address.includes('@') && others.length === 0) return { name: first.name, address: first.address }
  addIssue('must be one e-mail address, such as Assay <no-reply@brand.example>')
  return z.NEVER
})
/** Each with its name, which its key contains. */
export const witnessList = z.string().transform((list, { addIssue }) =>
  list.split(/[,\n]/).flatMap((text) => {
    const [vkey = '', url = ''] = text.trim().split(/\s+/)
    const key = parseVkey(vkey)
    if (key?.type === keyTypes.cosignature && URL.canParse(url)) return [{ name: key.name, key, url }]
    addIssue(`${text.trim()} is not the cosignature key of a witness and its URL`)
    return []
  }),
)
/** One or several URLs of nodes, separated by commas. */
export const nodeUrlList = z.string().transform((list, { addIssue }) => {
  const urls = list.split(',').map((text) => text.trim())
  // The text may contain a password, so that it is not repeated.
  for (const [index, url] of urls.entries()) {
    if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) addIssue(`URL ${index + 1} of the list is not an http URL`)
  }
  return urls
})
/** The URL of a map style. Without encryption only on this machine, for development. */
export const mapStyleUrl = z
  .string()
  .refine(
    (text) =>
      /^https:/.test(URL.parse(text)?.href ?? '') ||
      (/^http:\/\//.test(text) && URL.canParse(text) && isLoopbackUrl(text)),
    'must be an https URL, or an http URL at localhost, 127.0.0.1 or [::1]',
  )
export const flag = z.enum(['true', 'false', '1', '0']).transform((word) => word === 'true' || word === '1')
export const logLevel = z
  .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
  .default('info')
  .describe('Log level')

/** Days that data is kept; 0 keeps it for ever. Fewer days than `least` would delete data that the product still reads. */
export const keepDays = (least: number, usual: number, what: string) =>
  z.coerce
    .number()
    .int()
    .min(0)
    .refine((days) => days === 0 || days >= least, `must be 0 (for ever) or at least ${least}`)
    .default(usual)
    .describe(`Number of days after which ${what}. 0: never. Minimum: ${least}`)

export type LogFilesConfig = { folder: string } | { bucket: string; prefix: string }

/** A folder of this machine, or a bucket of the S3-compatible store and the beginning of its names. */
export const logFilesPlace = z.string().transform((text, { addIssue }): LogFilesConfig => {
  const [, bucket, prefix = ''] = /^s3:\/\/([^/]+)\/?(.*)$/.exec(text) ?? []
  if (bucket) return { bucket, prefix: prefix && `${prefix.replace(/\/+$/, '')}/` }
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return { folder: text }
  addIssue('must be a folder or s3://BUCKET/PREFIX')
  return z.NEVER
})
