import { describe, expect, test } from 'vitest'
import labels from '#interop/label.json' with { type: 'json' }
import { codeKeyOf, codeUrl, printedOrigin } from '#server/order/code.ts'
import { splitCode } from '#server/verify/page/render.ts'
import { serverPath } from '#shared/core/api/server-paths.ts'
import { encodeQr } from '#shared/label/qr.ts'
import { parseScan } from '#shared/scan/parse-scan.ts'
import { formatAddress, parseCode } from '#shared/verify/code/code.ts'

const key = codeKeyOf(Buffer.from(labels.codeKey, 'hex'))

test.each(labels.valid)('writes the URL of a label with $why [CO04]', ({ publicUrl, address, url }) => {
  expect(codeUrl(printedOrigin(publicUrl), key, Buffer.from(address, 'hex'))).toBe(url)
})

test.each(labels.valid)('writes the GS1 Digital Link of a label with $why [CO04]', (label) => {
  const { publicUrl, address, gtin, digitalLink, digitalLinkModules } = label
  expect(codeUrl(printedOrigin(publicUrl), key, Buffer.from(address, 'hex'), gtin)).toBe(digitalLink)
  expect(encodeQr(digitalLink).modules).toBe(digitalLinkModules)
})

test.each(labels.valid)('draws a QR code of the smallest size for $why [CO04]', ({ url, modules }) => {
  expect(encodeQr(url).modules).toBe(modules)
})

const secretOf = (url: string) => url.slice(-16)
/** Each gives the 26 letters of the address and the 16 letters of the secret. */
const readers: { reader: string; read: (url: string) => string | undefined }[] = [
  { reader: 'server', read: (url) => lettersOf(parseCode(url)) },
  { reader: 'scanner', read: (url) => ('code' in parseScan(url) ? lettersOf(parseCode(url)) : undefined) },
  {
    reader: 'verify page',
    read: (url) => {
      const { code, secret } = splitCode({ a: url.replace(/^.*\/V\/|^[^/]*\/\/[^/]*/, '') })
      return parseCode(code, secret) && code + secret
    },
  },
]
const lettersOf = (code: ReturnType<typeof parseCode>) => code && formatAddress(code.address) + (code.secret ?? '')

describe.each(readers)('$reader', ({ read }) => {
  test.each(labels.valid)('reads the label with $why [CO04]', ({ address, url }) => {
    expect(read(url)).toBe(formatAddress(address) + secretOf(url))
  })

  test.each(labels.valid)('reads the GS1 Digital Link with $why [CO04]', ({ address, url, digitalLink }) => {
    expect(read(digitalLink)).toBe(formatAddress(address) + secretOf(url))
  })

  test.each(labels.invalid)('reads no code from a label with $why [CO04]', ({ url }) => {
    expect(read(url)).toBeUndefined()
  })
})

test.each(labels.valid)('service worker: leaves the label with $why to the server [CO04]', ({ url, digitalLink }) => {
  expect(new URL(url).pathname).toMatch(serverPath)
  expect(new URL(digitalLink).pathname).toMatch(serverPath)
})
