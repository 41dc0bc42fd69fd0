import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { demoSignIns } from '#scripts/seed/accounts.ts'
import type { BrandPage } from '#scripts/seed/brand-pages.ts'
import { seed } from '#scripts/seed.ts'
import { startThermometers } from '#scripts/sensors/thermometers.ts'
import { administratorLink, firstAdministrator } from '#server/auth/administrator.ts'
import { givenVariables } from '#server/core/config-checks.ts'
import { migrate } from '#server/core/db/migrate.ts'
import { loggedMessage } from '#server/core/logging/logged-error.ts'
import { isLoopbackUrl } from '#server/core/network/loopback.ts'
import { buildIfChanged } from './build.ts'
import type { Child } from './child-process.ts'
import { lockData } from './data-lock.ts'
import { startEmbedded } from './embedded-services.ts'
import { freePort } from './ports.ts'
import { loadSecrets } from './secrets.ts'
import { superviseServer, waitUntilReady } from './server.ts'
import { superviseSigner } from './supervise-signer.ts'

/** The parts that `npm run dev` adds: another address, and a function that stops them. */
type StartFrontServer = (server: { url: string; port: number }) => Promise<{ url: string; close(): Promise<void> }>
type Options = { nodeArgs?: string[]; front?: StartFrontServer }

const dataDir = resolve(process.env.DATA_DIR || '.data')
const host = process.env.HOST || '127.0.0.1'
const stops: (() => Promise<void> | void)[] = []
let stopping: Promise<void> | undefined

process.on('SIGINT', () => stop(0))
process.on('SIGTERM', () => stop(0))
process.on('SIGHUP', () => stop(0))
process.on('disconnect', () => stop(0))

/** Starts everything on this machine and keeps it until a signal: docs/architecture.md, "Processes". */
export async function runAssay(options: Options = {}): Promise<void> {
  try {
    await start(options)
  } catch (error) {
    if (!stopping) console.error(loggedMessage(error))
    await stop(1)
  }
}

async function start({ nodeArgs, front }: Options): Promise<void> {
  mkdirSync(dataDir, { recursive: true })
  stops.push(lockData(dataDir))
  const port = await choosePort(front ? 0 : wantedPort())
  buildIfChanged()

  const secrets = loadSecrets(dataDir)
  const signer = superviseSigner(dataDir, secrets, process.env)
  stops.push(signer.stop)
  const [embedded] = await Promise.all([startEmbedded(dataDir, secrets, signer.keys, keep), signer.keys])
  const direct = `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${port}`
  const before = await front?.({ url: direct, port: await choosePort(wantedPort()) })
  if (before) stops.push(before.close)
  const publicUrl = before?.url ?? (process.env.PUBLIC_URL || `http://localhost:${port}`)
  const env = {
    CODE_KEY: secrets.codeKey,
    JWT_SECRET: secrets.jwtSecret,
    LOG_LEVEL: 'warn',
    NODE_ENV: 'production',
    ...process.env,
    MAIL: mailOf(process.env, publicUrl),
    HOST: host,
    PORT: String(port),
    DATA_DIR: dataDir,
    PUBLIC_URL: publicUrl,
    DATABASE_URL: embedded.databaseUrl,
    BITCOIN_RPC_URL: embedded.bitcoinUrl,
    CATAPULT_URL: embedded.catapultUrl,
    SIGNER_SOCKET: signer.socket,
    ...embedded.sensorEnv,
    ...embedded.logEnv,
  }
  await migrate(embedded.databaseUrl)
  const pages = await seed(env)
  for (const role of ['web', 'worker'] as const) stops.push(superviseServer(role, env, nodeArgs).stop)
  await waitUntilReady(direct)
  stops.push(startThermometers(direct))
  writeFileSync(join(dataDir, 'services.json'), JSON.stringify({ url: publicUrl, ...embedded }, null, 2), {
    mode: 0o600,
  })
  announce(publicUrl, env.MAIL, await printedLink(embedded.databaseUrl, publicUrl), pages)
}

function wantedPort(): number {
  const wanted = Number(process.env.PORT || 3000)
  if (Number.isInteger(wanted) && wanted >= 0 && wanted <= 65_535) return wanted
  throw new Error(`PORT is ${process.env.PORT}; it must be a number from 0 to 65535.`)
}

async function choosePort(wanted: number): Promise<number> {
  const port = await freePort(wanted, host)
  if (wanted !== 0 && port !== wanted) console.log(`Port ${wanted} is in use; Assay takes ${port}.`)
  return port
}

/** The exit of a chain or a database ends everything, because the server needs both. */
function keep(child: Child): void {
  stops.push(child.stop)
  child.process.once('exit', () => {
    if (stopping) return
    console.error(`${child.name} ended; everything is stopped.`)
    void stop(1)
  })
}

/**
 * The default of MAIL for `npm start`: a start on this machine only, without a mail server, keeps its mail in a mailbox. In any
 * other case, the configuration has to name a mail server, or to switch mail off.
 */
function mailOf(env: NodeJS.ProcessEnv, publicUrl: string): string {
  const { MAIL, SMTP_URL } = givenVariables(env)
  return MAIL || (!SMTP_URL && isLoopbackUrl(publicUrl) ? 'mailbox' : 'smtp')
}

/**
 * Prints a link for the administrator of ADMINISTRATOR_EMAIL, otherwise for the first one. Without any, it creates one with a
 * random address.
 */
async function printedLink(databaseUrl: string, publicUrl: string): Promise<string> {
  const config = { databaseUrl, publicUrl: publicUrl.replace(/\/+$/, '') }
  const email = process.env.ADMINISTRATOR_EMAIL || (await firstAdministrator(config))
  return administratorLink(config, email ?? `administrator-${randomBytes(6).toString('hex')}@localhost.example`)
}

function announce(url: string, mailing: string, administrator: string, pages: readonly BrandPage[]): void {
  const mail = mailing !== 'mailbox' ? [] : [`Mailbox         ${url}/mailbox`]
  const people = demoSignIns.map(({ who, email, password }) => `${who.padEnd(15)} ${email}   ${password}`)
  const brands = pages.map(({ brand, path }) => `${brand.padEnd(15)} ${url}${path}`)
  const lines = [`Assay is ready  ${url}`, ...people, ...mail, `Administrator   ${administrator}   (works once)`]
  console.log(['', ...lines, '', 'Pages of invented brands, as shoppers see them:', ...brands, ''].join('\n'))
}

/** Stops in the reverse order of the start: the server before the database to which it writes. */
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
