import { createApi } from '#client/core/http/api.ts'
import { type Flood, startFlood } from '#scripts/attack/setup/flood.ts'
import type { Probe } from '#scripts/attack/setup/probe.ts'
import { nextAddress, type Target } from '#scripts/attack/setup/target.ts'
import { type Attacks, compareUnderAttack } from '#scripts/attack/setup/under-attack.ts'
import { demoHeader } from '#server/core/auth/callers.ts'
import { maxReadings, sensorContract } from '#shared/sensor/contract.ts'
import { base32Alphabet } from '#shared/verify/code/base32.ts'

const costlyPaths = ['/api/sync/push/large', '/api/sku/bulk', '/api/sku/bulk/check']
const json = { 'content-type': 'application/json' }
const form = { 'content-type': 'multipart/form-data; boundary=b' }

/** Calls that are rejected or damaged, and cheap calls in large numbers, beside 100 scans a second. */
export const damagedCalls: Probe = async (target, effort) =>
  compareUnderAttack(target, await floods(target), { rate: 100, effort })

async function floods(target: Target): Promise<Attacks> {
  const { server, merchant, genuine } = target
  const from = () => ({ 'x-forwarded-for': nextAddress() })
  const unread = Buffer.alloc(1_000_000, 'x')
  const expired = { authorization: 'Bearer eyJhbGciOiJIUzI1NiJ9.e30.AAAA' }
  const boundaries = Buffer.from('--b\r\n'.repeat(150_000))
  const emptyParts = Buffer.from('--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n\r\n'.repeat(15_000))
  const sensorId = await addSensor(target)
  // Rejected calls wait 50 ms: three senders make about fifty of them a second, one about fifteen.
  return {
    'unread-bodies': () =>
      startFlood(server.url, 3, (n) => ({
        method: 'POST',
        path: costlyPaths[n % costlyPaths.length]!,
        body: unread,
        headers: { ...json, ...from(), ...(n % 2 && expired) },
      })),
    boundaries: () =>
      startFlood(server.url, 1, (n) => ({
        method: 'POST',
        path: n % 2 ? '/verify/report' : '/api/uploads',
        body: n % 4 < 2 ? boundaries : emptyParts,
        headers: { ...form, ...from(), ...(n % 2 === 0 && merchant.headers) },
      })),
    readings: () =>
      startFlood(server.url, 10, (n) => ({
        method: 'POST',
        path: `/api/sensor/${sensorId}/log`,
        body: readings(n),
        headers: { ...json, ...merchant.headers, ...from() },
      })),
    'mistyped-codes': () =>
      startFlood(server.url, 1, (n) => ({ path: mistyped(genuine[n % genuine.length]!, n), headers: from() })),
    'demo-streams': () => openDemoStreams(server.url),
  }
}

async function addSensor({ merchant }: Target): Promise<string> {
  const { create } = createApi(sensorContract, merchant.send)
  const { id } = await create({ body: { name: 'Flooded', type: 'temperature', unit: '°C' } })
  return id
}

/** The largest list of readings that a call accepts, of other minutes than the lists before it. */
function readings(list: number): string {
  const start = Date.UTC(2020, 0, 1) + list * maxReadings * 60_000
  const logs = Array.from({ length: maxReadings }, (_, n) => ({
    value: n % 10,
    createdAt: new Date(start + n * 60_000).toISOString(),
  }))
  return JSON.stringify({ logs })
}

/** The page of a genuine code with two wrong letters, which the search for a typing error does not find. */
function mistyped(path: string, n: number): string {
  const query = new URL(path, 'http://localhost').searchParams
  const letters = `${query.get('a')}${query.get('p')}`
  const other = (at: number) => base32Alphabet[(base32Alphabet.indexOf(letters[at]!) + 1 + (n % 30)) % 32]!
  return `/v/${letters.slice(0, 10)}${other(10)}${letters.slice(11, 20)}${other(20)}${letters.slice(21)}`
}

/** Streams of the demo from eight networks, each from many addresses. */
function openDemoStreams(url: string): Flood {
  const abort = new AbortController()
  const opened: Record<string, number> = {}
  const streams = Array.from({ length: 640 }, async (_, n) => {
    const headers = { [demoHeader]: '1', 'x-forwarded-for': `203.0.${n % 8}.${1 + ((n >> 3) % 80)}` }
    const answer = await fetch(`${url}/api/events`, { headers, signal: abort.signal })
    opened[answer.status] = (opened[answer.status] ?? 0) + 1
    await answer.text()
  })
  return {
    async end() {
      abort.abort()
      await Promise.allSettled(streams)
      return opened
    },
  }
}
