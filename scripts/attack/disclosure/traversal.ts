import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { type Probe, zeroFinding } from '#scripts/attack/setup/probe.ts'

const roots = ['/files/', '/assets/', '/images/', '/verify-assets/', '/api/files/', '/api/docs/static/', '/']
const ups = [
  '../',
  '..%2f',
  '%2e%2e/',
  '%2e%2e%2f',
  '..\\',
  '..%5c',
  '....//',
  '..;/',
  '.%2e/',
  '%252e%252e%252f',
  '..%c0%af',
  '..%00/',
]
const files = ['etc/passwd', 'package.json', 'secrets.json', 'server/main.ts']
const absolute = [
  '//etc/passwd',
  '/%2fetc%2fpasswd',
  '/files/%00',
  '/files/C:%5cwindows',
  '/..%2f..%2f..%2fetc%2fpasswd',
]

/** Non-normalized paths reach no file outside the served folders. */
export const traversal: Probe = async ({ server, stage }) => {
  const secret = JSON.parse(readFileSync(join(stage.env.DATA_DIR!, 'secrets.json'), 'utf8')) as Record<string, string>
  const marks = [
    /root:[^:]*:0:/,
    /"name": "assay"/,
    /Does the work of a role/,
    ...Object.values(secret).map((s) => new RegExp(s)),
  ]
  const paths = [
    ...roots.flatMap((root) => ups.flatMap((up) => files.map((file) => `${root}${up.repeat(6)}${file}`))),
    ...roots.flatMap((root) => ups.map((up) => `${root}${up}package.json`)),
    ...absolute,
  ]
  const odd: string[] = []
  for (const path of paths) {
    const answer = await raw(server.url, path)
    const status = Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1])
    const leaks = marks.some((mark) => mark.test(answer))
    if (leaks || !(status < 500)) odd.push(`${path} → ${leaks ? 'leak' : status}`)
  }
  return zeroFinding(odd, paths.length, 'paths leaked or failed')
}

/** Sends a request line byte for byte, and returns the response. */
function raw(url: string, path: string): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect(Number(port), hostname, () => {
      socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
    })
    socket.setTimeout(10_000, () => socket.destroy(new Error(`No response to ${path}`)))
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('end', () => resolve(Buffer.concat(chunks).toString('latin1')))
    socket.on('error', reject)
  })
}
