import { Agent, type RequestOptions, request } from 'node:http'
import { type Probe, zeroFinding } from '#scripts/attack/setup/probe.ts'
import { nextAddress } from '#scripts/attack/setup/target.ts'

const json = { 'content-type': 'application/json' }
const rejected: { path: string; headers?: Record<string, string>; bytes?: number; expected: number }[] = [
  { path: '/api/sync/push/large', expected: 401 },
  { path: '/api/sku/bulk', expected: 401 },
  { path: '/api/sku/bulk/check', headers: { authorization: 'Bearer eyJhbGciOiJIUzI1NiJ9.e30.AAAA' }, expected: 401 },
  { path: '/api/sync/push/large', headers: { 'x-assay-demo': '1' }, expected: 409 },
  { path: '/api/nowhere', bytes: 100_000, expected: 404 },
  { path: '/verify/report', headers: { 'content-type': 'multipart/form-data' }, expected: 400 },
  { path: '/api/uploads', headers: { 'content-type': 'multipart/form-data; boundary=b' }, expected: 401 },
]
const rounds = 20
const maxMs = 10_000

/** A scan is answered after a call on the same connection was rejected before its body was read, as behind a proxy that keeps connections. */
export const keptConnections: Probe = async ({ server, genuine }) => {
  const lost: string[] = []
  let scans = 0
  for (let n = 0; n < rounds * rejected.length; n++) {
    const { path, headers, bytes = 700_000, expected } = rejected[n % rejected.length]!
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const send = (options: RequestOptions, body?: string) =>
      answered(
        server.url,
        { agent, ...options, headers: { ...options.headers, 'x-forwarded-for': nextAddress() } },
        body,
      )
    const body = JSON.stringify('x'.repeat(bytes))
    const first = await send(
      { method: 'POST', path, headers: { ...json, 'content-length': body.length, ...headers } },
      body,
    )
    const scan = await send({ path: genuine[n % genuine.length]! })
    scans++
    if (first !== String(expected)) lost.push(`${path}: ${first}`)
    if (scan !== '200') lost.push(`scan after ${path}: ${scan}`)
    agent.destroy()
  }
  return zeroFinding(lost, scans, 'scans failed on the connection of a rejected call')
}

function answered(url: string, options: RequestOptions, body?: string): Promise<string> {
  return new Promise((resolve) => {
    const call = request(url, { ...options, timeout: maxMs }, (answer) => {
      answer.resume()
      answer.once('close', () => resolve(answer.complete ? String(answer.statusCode) : 'cut'))
    })
    call.once('timeout', () => call.destroy(new Error('timeout')))
    call.once('error', (error) => resolve(error.message))
    call.end(body)
  })
}
