import { randomInt } from 'node:crypto'
import { networkGroups } from '#server/core/network/network-group.ts'
import type { TestApp } from '#server/core/test/harness.ts'
import { addVisit, emptyVisitLog } from '#shared/verdict/visits/visit-log.ts'
import { encodeVisitLog } from '#shared/verdict/visits/visit-log-codec.ts'
import type { VerifyResponse } from '#shared/verify/contract.ts'

type Printed = { address: string; printed: string; secret: string }

export const phones = 'Pixel Galaxy Redmi Nokia Xperia Oppo Vivo Honor Moto Poco Nord Zen'.split(' ')
const browserOf = (phone: string) => `Mozilla/5.0 (Linux; Android 15; ${phone}) AppleWebKit/537.36 Chrome/131.0 Mobile`

/** For each code, the addresses of its shoppers and the groups of their networks. */
const known = new Map<string, { addresses: Map<string, string>; groups: Set<number> }>()

/** Number of buyers of `rememberBuyers`. */
export const buyers = 24

/** An address of this shopper only, in a network group that no other shopper of the code has. */
function addressOf({ app }: Pick<TestApp, 'app'>, code: Printed, phone: string): string {
  const { addresses, groups } = known.get(code.address) ?? { addresses: new Map<string, string>(), groups: new Set() }
  known.set(code.address, { addresses, groups })
  const groupOf = networkGroups(app.assay.config.codeKey)
  let address = addresses.get(phone)
  while (!address) {
    const one = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`
    if (groups.has(groupOf(one, code.address))) continue
    groups.add(groupOf(one, code.address))
    address = one
  }
  addresses.set(phone, address)
  return address
}

/**
 * The visit log of a code as buyers of its copies leave it: one of another kind of phone and another network on each day before
 * today. The next scan raises a caution.
 */
export async function rememberBuyers({ database }: Pick<TestApp, 'database'>, { address }: Pick<Printed, 'address'>) {
  const now = Math.floor(Date.now() / 60_000)
  const visits = Array.from({ length: buyers }, (_, n) => ({
    minute: now - (buyers - n) * 1440,
    visitor: 50_000 + n,
    kind: 60_000 + n,
    version: 4000,
    country: 'MY',
    place: { lat: 3.14, lng: 101.69 },
    network: n,
  }))
  const visitLog = Buffer.from(encodeVisitLog(visits.reduce(addVisit, emptyVisitLog)))
  await database.query(
    `insert into code_visits (address, visit_log, visits) values ($1, $2, '')
     on conflict (address) do update set visit_log = excluded.visit_log, visits = ''`,
    [address, visitLog],
  )
}

type ShopperOptions = { path?: string; remoteAddress?: string; browser?: string }

/** Scans a code with a phone, from an address of its own. */
export function scanCode(test: Pick<TestApp, 'app'>, code: Printed, phone: string, how: string | ShopperOptions = {}) {
  const { path = '/api/tag/verify', remoteAddress, browser } = typeof how === 'string' ? { path: how } : how
  return test.app.inject({
    url: `${path}?a=${code.printed}&p=${code.secret}&lang=en`,
    headers: { 'user-agent': browser ?? browserOf(phone) },
    remoteAddress: remoteAddress ?? addressOf(test, code, phone),
  })
}

export async function verifyAt(
  test: Pick<TestApp, 'app'>,
  code: Printed,
  phone: string,
  how?: ShopperOptions,
): Promise<VerifyResponse> {
  return (await scanCode(test, code, phone, how)).json()
}

const boundary = 'assay-form'

/** A field of the form of a report. */
export const reportField = (name: string, value: string): Buffer =>
  Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)

export const reportPhoto = (content: Buffer, filename = 'label.png'): Buffer =>
  Buffer.concat([
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="photo"; filename="${filename}"\r\ncontent-type: image/png\r\n\r\n`,
    ),
    content,
    Buffer.from('\r\n'),
  ])

export const codeFields = ({ printed, secret }: Printed): Buffer[] => [
  reportField('a', printed),
  reportField('p', secret),
]

type Sender = Pick<TestApp, 'app'> & { remoteAddress?: string; url?: string; browser?: string }
export const postReport = ({ app, remoteAddress, url = '/verify/report', browser }: Sender, ...parts: Buffer[]) =>
  app.inject({
    method: 'POST',
    url,
    ...(remoteAddress && { remoteAddress }),
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'accept-language': 'en',
      ...(browser && { 'user-agent': browser }),
    },
    payload: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
  })
