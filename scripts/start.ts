import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { migrate } from '#server/core/migrate.ts'
import { administratorLink } from './administrator.ts'
import { demoSignIns } from './seed/people.ts'
import { seed } from './seed.ts'
import { buildIfChanged } from './start/build.ts'
import type { Child } from './start/children.ts'
import { lockData } from './start/lock.ts'
import { freePort } from './start/ports.ts'
import { loadSecrets } from './start/secrets.ts'
import { keepServer, untilReady } from './start/server.ts'
import { startEmbedded } from './start/services.ts'

/** Everything on this machine, with nothing installed but Node: see docs/architecture.md, "What runs". */
const dataDir = resolve(process.env.DATA_DIR || '.data')
const host = process.env.HOST || '127.0.0.1'
const stops: (() => Promise<void> | void)[] = []
let stopping: Promise<void> | undefined

process.on('SIGINT', () => stop(0))
process.on('SIGTERM', () => stop(0))
process.on('SIGHUP', () => stop(0))
process.on('disconnect', () => stop(0))

try {
  await start()
} catch (error) {
  if (!stopping) console.error(error instanceof Error ? error.message : error)
  await stop(1)
}

async function start(): Promise<void> {
  mkdirSync(dataDir, { recursive: true })
  stops.push(lockData(dataDir))
  const wanted = Number(process.env.PORT || 3000)
  const port = await freePort(wanted, host)
  if (wanted !== 0 && port !== wanted) console.log(`Port ${wanted} is in use; Assay takes ${port}.`)
  buildIfChanged()

  const secrets = loadSecrets(dataDir)
  const embedded = await startEmbedded(dataDir, secrets, keep)
  const publicUrl = process.env.PUBLIC_URL || `http://localhost:${port}`
  const env = {
    CODE_KEY: secrets.codeKey,
    JWT_SECRET: secrets.jwtSecret,
    BITCOIN_KEY: secrets.bitcoinKey,
    CATAPULT_KEY: secrets.catapultKey,
    LOG_LEVEL: 'warn',
    NODE_ENV: 'production',
    ...process.env,
    HOST: host,
    PORT: String(port),
    DATA_DIR: dataDir,
    PUBLIC_URL: publicUrl,
    DATABASE_URL: embedded.databaseUrl,
    BITCOIN_RPC_URL: embedded.bitcoinUrl,
    CATAPULT_URL: embedded.catapultUrl,
  }
  await migrate(embedded.databaseUrl)
  await seed(env)
  for (const role of ['web', 'worker'] as const) stops.push(keepServer(role, env).stop)
  await untilReady(`http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${port}`)
  announce(publicUrl, await administratorLink(env))
}

/** A chain or a database that ends by itself ends everything: nothing useful runs without it. */
function keep(child: Child): void {
  stops.push(child.stop)
  child.process.once('exit', () => {
    if (stopping) return
    console.error(`${child.name} ended; everything is stopped.`)
    void stop(1)
  })
}

function announce(url: string, administrator: string): void {
  const mail = process.env.SMTP_URL ? [] : [`Mailbox         ${url}/mailbox`]
  const people = demoSignIns.map(({ who, email, password }) => `${who.padEnd(15)} ${email}   ${password}`)
  console.log(
    ['', `Assay is ready  ${url}`, ...people, ...mail, `Administrator   ${administrator}   (works once)`, ''].join(
      '\n',
    ),
  )
}

/** In the reverse order of starting: the server before the database that it writes to. */
function stop(code: number): Promise<void> {
  stopping ??= (async () => {
    for (const one of stops.reverse()) {
      try {
        await one()
      } catch (error) {
        console.error(error)
      }
    }
    process.exit(code)
  })()
  return stopping
}
