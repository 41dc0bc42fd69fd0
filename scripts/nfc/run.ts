import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { createApi, urlOf } from '#client/core/http/api.ts'
import { demoSignIns } from '#scripts/seed/accounts.ts'
import { authContract } from '#shared/auth/contract.ts'
import { nfcContract, tagExportRoute } from '#shared/nfc/contract.ts'
import { orderContract } from '#shared/order/contract.ts'
import { type Personalisation, SimulatedTag } from './simulated-tag.ts'

/**
 * `npm run nfc -- 3` binds three simulated chips to codes of the demo merchant of a running `npm start`, and prints a link for a tap of
 * each.
 */
const count = Number(process.argv[2] ?? 1)
if (!Number.isInteger(count) || count < 1 || count > 100) {
  console.error('Usage: npm run nfc -- NUMBER, from 1 to 100')
  process.exit(1)
}

const { url } = JSON.parse(readFileSync(join(process.env.DATA_DIR || '.data', 'services.json'), 'utf8'))
let token = ''
const send: Parameters<typeof createApi>[1] = async ({ method, url: path, body, headers }) => {
  const answer = await fetch(url + path, {
    method,
    headers: {
      ...headers,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: await answer.json() }
}
const { email, password } = demoSignIns[0]
token = (await createApi(authContract, send).signIn({ body: { identifier: email, password } })).jwt

const tags = createApi(nfcContract, send)
const { rows } = await createApi(orderContract, send).list({ query: { limit: 100 } })
for (const order of rows.filter(({ activated }) => activated > 0)) {
  const params = { id: order.id }
  const { tagged } = await tags.totals({ params })
  // Chips of earlier runs have the first numbers.
  const first = tagged + 1
  const last = tagged + count
  if (last > order.activated) continue
  const uids = Array.from({ length: count }, () => `04${randomBytes(6).toString('hex')}`)
  const list = uids.map((uid, at) => ({ serial_no: first + at, uid }))
  const bound = await tags.register({ params, body: { upload: randomUUID(), tags: list } })
  const headers = { authorization: `Bearer ${token}` }
  const csv = await (await fetch(url + urlOf(tagExportRoute, { params, query: { first, last } }), { headers })).text()
  const templates: Personalisation[] = parse(csv, { columns: true })
  for (const [at, keys] of bound.tags.entries()) {
    const tag = new SimulatedTag({ ...keys, ndef_hex: templates[at]!.ndef_hex })
    console.log(`${order.order_id} no. ${keys.serial_no}: ${tag.tap()}`)
  }
  process.exit(0)
}
console.error('No order of the demo merchant has enough active codes without a tag.')
process.exit(1)
