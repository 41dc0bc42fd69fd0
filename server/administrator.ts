import { createInterface } from 'node:readline/promises'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { AdministratorEmailError, administratorLink } from './auth/administrator.ts'
import { Environment } from './core/environment.ts'
import { loggedMessage } from './core/logging/logged-error.ts'

const usage = 'Usage: node server/administrator.ts --email you@brand.example\n'
const Needed = Environment.pick({ DATABASE_URL: true, PUBLIC_URL: true })

/**
 * The command that creates administrators and gives them access again: it prints a single-use link that is valid for a
 * day. Without an argument it asks for the address if the terminal is interactive. Returns the exit code.
 */
export async function administratorCommand(args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const argument = emailOf(args)
  if (argument === null) return reportError(usage, 64)
  const email = argument || (await askForAddress())
  if (!email) return reportError(usage, 64)
  const { success, data } = Needed.safeParse(env)
  if (!success) return reportError('DATABASE_URL and PUBLIC_URL must be those of the server.\n', 78)
  const config = { databaseUrl: data.DATABASE_URL, publicUrl: data.PUBLIC_URL.replace(/\/+$/, '') }
  try {
    process.stdout.write(`${await administratorLink(config, email)}\n`)
    return 0
  } catch (error) {
    if (error instanceof AdministratorEmailError) return reportError(`${error.message}\n`, 65)
    return reportError(`The account was not stored: ${loggedMessage(error)}\n`, 1)
  }
}

/** Returns null when the arguments are invalid. */
function emailOf(args: string[]): string | undefined | null {
  try {
    return parseArgs({ args, options: { email: { type: 'string' } } }).values.email
  } catch {
    return null
  }
}

async function askForAddress(): Promise<string | undefined> {
  if (!process.stdin.isTTY) return undefined
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return (await lines.question('Email address of the administrator: ')).trim()
  } finally {
    lines.close()
  }
}

function reportError(message: string, code: number): number {
  process.stderr.write(message)
  return code
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  process.exitCode = await administratorCommand(process.argv.slice(2), process.env)
