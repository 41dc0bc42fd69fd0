import { readdirSync } from 'node:fs'
import { crc32, deflateSync } from 'node:zlib'
import { boundedFinding, type Probe, Unavailable, zeroFinding } from '#scripts/attack/setup/probe.ts'
import type { Target } from '#scripts/attack/setup/target.ts'
import { processStat } from '#server/core/process/process-stat.ts'

const bombs = 10
const boundSeconds = 0.5

/**
 * A photo of one by 16 million pixels in a shopper's report is rejected by its header: decoding one would take 14 seconds of
 * processor time.
 */
export const imageBomb: Probe = async (target) => {
  const bomb = towerPng(16_000_000)
  const code = new URLSearchParams(target.genuine[0]!.split('?')[1])
  const odd: string[] = []
  const send = async (fields: URLSearchParams, expected: number) => {
    const form = new FormData()
    for (const [name, value] of fields) form.append(name, value)
    form.append('photo', new Blob([new Uint8Array(bomb)], { type: 'image/png' }), 'photo.png')
    const { status } = await target.call('/verify/report', { method: 'POST', body: form })
    if (status !== expected) odd.push(`${status} instead of ${expected}`)
  }
  const before = processorSeconds(target)
  for (let n = 0; n < bombs; n++) await send(code, 400)
  for (let n = 0; n < bombs; n++) await send(new URLSearchParams({ a: code.get('a')!, p: 'nothing' }), 404)
  const spent = processorSeconds(target) - before
  return [
    zeroFinding(odd, 2 * bombs, 'pictures were answered otherwise'),
    boundedFinding(
      spent / (2 * bombs),
      boundSeconds,
      's',
      `of a processor for a picture of ${Math.round(bomb.length / 1000)} kB: `,
    ),
  ]
}

/** A grey PNG of one column. */
function towerPng(height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(1, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  const rows = deflateSync(Buffer.alloc(2 * height), { level: 9 })
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

/** Processor time of the web process and of all processes that it started, including ended ones. */
function processorSeconds({ server }: Target): number {
  if (process.platform !== 'linux') throw new Unavailable('needs /proc')
  const pids = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
  const stats = pids.flatMap((pid) => {
    const stat = processStat(pid)
    return stat ? [{ pid, ...stat }] : []
  })
  const family = new Set([server.pid])
  for (let size = 0; size < family.size; ) {
    size = family.size
    for (const { pid, parent } of stats) if (family.has(parent)) family.add(pid)
  }
  const used = stats.filter(({ pid }) => family.has(pid))
  return used.reduce((sum, { processorMs, childrenMs }) => sum + processorMs + childrenMs, 0) / 1000
}
