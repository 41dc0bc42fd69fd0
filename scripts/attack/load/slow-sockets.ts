import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { boundedFinding, type Probe, zeroFinding } from '#scripts/attack/setup/probe.ts'
import { nextAddress } from '#scripts/attack/setup/target.ts'

const sockets = 800
const dripMs = 3_000
/** Headers have 10 s, bodies 20 s, and Node checks twice a minute. */
const maxSeconds = 75
const paceMs = 50

/** 800 slow connections, half of them sending headers and half bodies, are closed, and scans are answered in the meantime. */
export const slowSockets: Probe = async ({ server, call, genuine }) => {
  const { hostname, port } = new URL(server.url)
  const startedAt = performance.now()
  const seconds = () => (performance.now() - startedAt) / 1000
  let lastClosed = 0
  const open = new Set<Socket>()
  for (let n = 0; n < sockets; n++) {
    const socket = connect(Number(port), hostname, () => socket.write(n % 2 ? slowHeaders() : slowBody()))
    open.add(socket)
    socket.on('error', () => {})
    socket.resume()
    socket.on('close', () => {
      open.delete(socket)
      lastClosed = seconds()
    })
  }
  const drip = setInterval(() => {
    for (const socket of open) socket.write('x')
  }, dripMs)
  const odd: string[] = []
  let asked = 0
  try {
    while (open.size > 0 && seconds() < maxSeconds) {
      const { status, body } = await call(genuine[asked++ % genuine.length]!)
      await body?.cancel()
      if (status !== 200) odd.push(`${status} at ${seconds().toFixed(0)} s with ${open.size} open`)
      await pause(paceMs)
    }
  } finally {
    clearInterval(drip)
    for (const socket of open) socket.destroy()
  }
  return [
    zeroFinding(odd, asked, `scans failed beside ${sockets} slow connections`),
    boundedFinding(open.size > 0 ? maxSeconds + 1 : lastClosed, maxSeconds, 's', 'the last of them closed after '),
  ]
}

const slowHeaders = () =>
  `GET /api/tag/verify?a=1 HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${nextAddress()}\r\nX-Slow: `

const slowBody = () =>
  `POST /api/auth/local HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${nextAddress()}\r\n` +
  'Content-Type: application/json\r\nContent-Length: 100000\r\n\r\n{'
