import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { type Flood, startFlood } from '#scripts/attack/setup/flood.ts'
import { createColleagues } from '#scripts/attack/setup/sample-files.ts'
import { nextAddress, type Target } from '#scripts/attack/setup/target.ts'
import type { Attacks } from '#scripts/attack/setup/under-attack.ts'
import { demoProduct, orderWithCodes } from '#scripts/bench/setup/demo-orders.ts'
import { demoHeader } from '#server/core/auth/callers.ts'

const printedCodes = 20_000
const products = 3_000
const people = 16

/** All costly attacks, ready to start. */
export async function costlyFloods(target: Target): Promise<Attacks> {
  const { server, genuine } = target
  const orderId = await orderWithCodes(target.stage.env, printedCodes)
  await addProducts(target)
  const accounts = await createColleagues(target, people)
  const anybody = () => ({ 'x-forwarded-for': nextAddress() })
  const account = (n: number) => ({ ...accounts[n % people]!.headers, ...anybody() })
  const demo = () => ({ [demoHeader]: '1', ...anybody() })
  const files = (senders: number, paths: readonly string[], who: (n: number) => Record<string, string>) => () =>
    startFlood(server.url, senders, (n) => ({ path: paths[n % paths.length]!, headers: who(n) }))
  type Sent = { type: string; body: Uint8Array | string; encoding?: string }
  const posts = (senders: number, path: string, { type, body, encoding }: Sent) => {
    const headers = { 'content-type': type, ...(encoding && { 'content-encoding': encoding }) }
    return () =>
      startFlood(server.url, senders, (n) => ({ method: 'POST', path, headers: { ...headers, ...account(n) }, body }))
  }
  const pdfs = genuine.map((path) => path.replace('/api/tag/verify', '/verify/paper'))
  const picture = multipart('a.png', await bomb())
  return {
    pdfs: files(12, pdfs, anybody),
    'label-png': files(8, [`/api/label/image/${orderId}?image=png`], account),
    'label-svg': files(8, [`/api/label/image/${orderId}?image=svg`], account),
    'label-pdf': files(8, [`/api/label/sheet/${orderId}?sheet=L7160&limit=10000`], account),
    'label-zpl': files(8, [`/api/label/zpl/${orderId}?width=50&height=30`], account),
    'label-demo': files(8, [`/api/label/sheet/${orderId}?sheet=L7160&limit=10000`], demo),
    'label-sample': files(8, [`/api/label/sample/${orderId}`], demo),
    'export-products': files(8, ['/api/sku.csv'], account),
    'export-codes': files(8, [`/api/tag/download/${orderId}?serial=true`], account),
    imports: posts(8, '/api/sku/bulk/check', { type: 'application/json', body: productList() }),
    'sign-ins': () =>
      startFlood(server.url, 64, () => ({
        method: 'POST',
        path: '/api/auth/local',
        headers: { 'content-type': 'application/json', ...anybody() },
        body: JSON.stringify({ identifier: `${randomUUID()}@attack.example`, password: 'Wrong-pass-1' }),
      })),
    pictures: posts(8, '/api/uploads', picture),
    'slow-uploads': () => drip(target, account),
    'nested-bodies': posts(16, '/api/sync/push', { type: 'application/json', body: nested(), encoding: 'gzip' }),
  }
}

/** A catalogue of the largest size that one import can create, with five details for each product. */
async function addProducts({ stage }: Target): Promise<void> {
  const { sku } = await import('#server/sku/table.ts')
  const { sql } = await import('#server/core/drizzle/orm.ts')
  const { id } = await demoProduct(stage.db)
  const keys = ['Origin', 'Weight', 'Grade', 'Harvest', 'Storage']
  const details = JSON.stringify({
    images: [],
    verify_url: '',
    sku_details_order: keys,
    sku_details: Object.fromEntries(keys.map((key) => [key, `${key} of the product`])),
  })
  await stage.db.system((tx) =>
    tx.execute(sql`insert into ${sku} (merchant_id, trademark_id, name, sku, details)
      select s.merchant_id, s.trademark_id, 'Tea ' || n, 'TEA-' || n, ${details}::jsonb
      from sku s, generate_series(1, ${products}::int) n where s.id = ${id}`),
  )
}

/** A product list of the largest size that an import accepts. */
function productList(): string {
  const keys = ['Origin', 'Weight', 'Grade', 'Harvest', 'Storage']
  const row = (n: number) => ({
    name: `Tea ${n}`,
    sku: `NEW-${n}`,
    trademark: 'Nobody',
    images: ['a.png'],
    certificates: [{ name: 'a.pdf', type: 'Halal' }],
    details: { sku_details: Object.fromEntries(keys.map((key) => [key, `${key} ${n}`])), sku_details_order: keys },
  })
  return JSON.stringify(Array.from({ length: products }, (_, n) => row(n)))
}

/** A picture with the maximum number of pixels, in one color, so that the file is small. */
async function bomb(): Promise<Buffer> {
  const create = { width: 4_000, height: 4_000, channels: 3 as const, background: '#3f6b4f' }
  return sharp({ create }).png({ compressionLevel: 9 }).toBuffer()
}

function multipart(name: string, content: Buffer): { type: string; body: Buffer } {
  const head = `--sent\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: image/png\r\n\r\n`
  return {
    type: 'multipart/form-data; boundary=sent',
    body: Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n--sent--\r\n')]),
  }
}

/** The deepest JSON that fits in a body of the protocol. */
function nested(): Buffer {
  const depth = 250_000
  return gzipSync(`{"protocol":1,"ops":${'['.repeat(depth)}${']'.repeat(depth)}}`)
}

/** Uploads that send one byte at a time. */
function drip({ server }: Target, account: (n: number) => Record<string, string>): Flood {
  const { hostname, port } = new URL(server.url)
  const sockets = Array.from({ length: 96 }, (_, n) => {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => undefined)
    const headers = {
      host: 'localhost',
      'content-type': 'multipart/form-data; boundary=sent',
      'content-length': 100_000,
      ...account(n),
    }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`POST /api/uploads HTTP/1.1\r\n${lines.join('')}\r\n`)
    socket.write('--sent\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n')
    return socket
  })
  const timer = setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write('x')
  }, 100)
  return {
    async end() {
      clearInterval(timer)
      const open = sockets.filter(({ writable }) => writable).length
      for (const socket of sockets) socket.destroy()
      await pause(200)
      return { open }
    },
  }
}
