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
import { blockedPorts } from '#shared/core/blocked-port.ts'
import { buildIfChanged } from './build.ts'
import type { Child } from './child-process.ts'
import { lockData } from './data-lock.ts'
import { startEmbedded } from './embedded-services.ts'
import { type OpenPort, openPort } from './ports.ts'
import { loadSecrets } from './secrets.ts'
import { superviseServer, waitUntilReady } from './server.ts'
import { superviseSigner } from './supervise-signer.ts'

/** The server that `npm run dev` puts before the web process, on the wanted port or the next free one. */
type FrontServer = { url: string; forwardTo(port: number): void; close(): Promise<void> }
type StartFrontServer = (wantedPort: number) => Promise<FrontServer>
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
  const before = await front?.(wantedPort())
  if (before) stops.push(before.close)
  const open = before ? undefined : await openWantedPort()
  if (open) stops.push(open.close)
  buildIfChanged()

  const secrets = loadSecrets(dataDir)
  const signer = superviseSigner(dataDir, secrets, process.env)
  stops.push(signer.stop)
  const [embedded] = await Promise.all([startEmbedded(dataDir, secrets, signer.keys, keep), signer.keys])
  const publicUrl = before?.url ?? (process.env.PUBLIC_URL || `http://localhost:${open!.port}`)
  const env = {
    CODE_KEY: secrets.codeKey,
    NFC_KEY: secrets.nfcKey,
    JWT_SECRET: secrets.jwtSecret,
    LOG_LEVEL: 'warn',
    NODE_ENV: 'production',
    ...process.env,
    MAIL: mailOf(process.env, publicUrl),
    HOST: host,
    // Behind another server, any port will do.
    PORT: '0',
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
  const answering = Promise.withResolvers<void>()
  const onPort = (port: number) => {
    before?.forwardTo(port)
    answering.resolve()
  }
  stops.push(superviseServer('web', env, { nodeArgs, open, onPort }).stop)
  stops.push(superviseServer('worker', env, { nodeArgs }).stop)
  // Until then, the server in front has nothing to forward to.
  if (before) await answering.promise
  const direct = before?.url ?? `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${open!.port}`
  await waitUntilReady(direct)
  stops.push(startThermometers(direct))
  writeFileSync(join(dataDir, 'services.json'), JSON.stringify({ url: publicUrl, ...embedded }, null, 2), {
    mode: 0o600,
  })
  announce(publicUrl, env.MAIL, await printedLink(embedded.databaseUrl, publicUrl), pages)
}

function wantedPort(): number {
  const wanted = Number(process.env.PORT || 3000)
  if (blockedPorts.has(wanted)) throw new Error(`PORT is ${wanted}, which browsers never open. Choose another one.`)
  if (Number.isInteger(wanted) && wanted >= 0 && wanted <= 65_535) return wanted
  throw new Error(`PORT is ${process.env.PORT}; it must be a number from 0 to 65535.`)
}

async function openWantedPort(): Promise<OpenPort> {
  const wanted = wantedPort()
  const open = await openPort(wanted, host)
  if (wanted !== 0 && open.port !== wanted) console.log(`Port ${wanted} is in use; Assay takes ${open.port}.`)
  return open
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
