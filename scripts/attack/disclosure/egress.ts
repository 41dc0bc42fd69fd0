import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createCaller } from '#scripts/attack/setup/other-server.ts'
import { type Probe, type ProbeFinding, Unavailable, zeroFinding } from '#scripts/attack/setup/probe.ts'
import { noiseImage, uploadSample } from '#scripts/attack/setup/sample-files.ts'
import { parsePeers } from '#scripts/attack/setup/strace.ts'
import type { Target } from '#scripts/attack/setup/target.ts'
import { createSignedInClient } from '#scripts/bench/setup/signed-in-client.ts'
import { demoSignIns } from '#scripts/seed/accounts.ts'
import { availableTool } from '#scripts/tool/tool.ts'

const startMs = 120_000
/** Time for anchoring, which starts automatically. */
const watchMs = 15_000
/** Variables with which `npm start` would use an external service instead of its own. */
const outside = [
  'DATABASE_URL',
  'BITCOIN_RPC_URL',
  'CATAPULT_URL',
  'SMTP_URL',
  'S3_ENDPOINT',
  'REDIS_URL',
  'PUBLIC_URL',
]

/** `npm start`, with its chains, database and mail, opens no connection to another machine. */
export const egress: Probe = async (): Promise<ProbeFinding> => {
  const strace = availableTool({ name: 'strace', packages: { debian: 'strace' } })
  if (!strace) throw new Unavailable('needs strace')
  const folder = mkdtempSync(join(tmpdir(), 'assay-egress-'))
  // As root, PostgreSQL runs as another user, who has to be able to enter the folder.
  chmodSync(folder, 0o711)
  const log = join(folder, 'connections')
  const dataDir = join(folder, 'data')
  const env = { ...strace.env, DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent' }
  for (const name of outside) delete (env as NodeJS.ProcessEnv)[name]
  // strace runs as a grandchild (-D), so that signals and the IPC channel still reach the product.
  const watched = [
    '-D',
    '-f',
    '--seccomp-bpf',
    '-qqq',
    '-e',
    'trace=connect,sendmsg,sendmmsg',
    '-e',
    'signal=none',
    '-o',
    log,
  ]
  const start = fileURLToPath(new URL('../../start.ts', import.meta.url))
  const child = spawn(strace.file, [...watched, process.execPath, start], {
    cwd: fileURLToPath(new URL('../../..', import.meta.url)),
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env,
  })
  const words: string[] = []
  child.stderr!.setEncoding('utf8').on('data', (text: string) => words.push(text))
  const exited = once(child, 'exit')
  try {
    const services = join(dataDir, 'services.json')
    for (const end = Date.now() + startMs; !existsSync(services); await pause(250)) {
      if (child.exitCode !== null) {
        const why = words.join('').slice(-500)
        if (/ptrace|PTRACE|Operation not permitted/.test(why)) throw new Unavailable('needs to be allowed to trace')
        throw new Error(`npm start ended (${child.exitCode}): ${why}`)
      }
      if (Date.now() > end) throw new Error(`npm start was not ready after ${startMs / 1000} s`)
    }
    const { url } = JSON.parse(readFileSync(services, 'utf8')) as { url: string }
    await use(url)
    await pause(watchMs)
  } finally {
    child.kill('SIGTERM')
    await exited
  }
  const peers = parsePeers(readFileSync(log, 'utf8'))
  rmSync(folder, { recursive: true, force: true })
  return zeroFinding(peers.foreign, peers.all, 'connections of npm start leave this machine')
}

/** Actions for which a server might call other services. */
async function use(url: string): Promise<void> {
  const server = { url: url.replace('localhost', '127.0.0.1') }
  const call = createCaller(server)
  const merchant = await createSignedInClient(server)
  const picture = { name: 'a.png', mime: 'image/png', content: await noiseImage(60, 40) }
  await uploadSample({ call } as Target, merchant, picture)
  const post = (path: string, body: object) =>
    call(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...merchant.headers },
      body: JSON.stringify(body),
    })
  await post('/api/auth/forgot-password', { email: demoSignIns[0].email })
  await post('/api/form', { name: 'Form', sections: [] })
  for (const path of ['/', '/verify', '/verify?a=1&p=2', '/api/tag/verify?a=1&p=2', '/health/ready', '/api/docs/json'])
    await (await call(path, { headers: { 'x-forwarded-for': '1.1.1.1' } })).arrayBuffer()
}
