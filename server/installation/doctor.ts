import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { loadConfig } from '#server/core/config.ts'
import { ConfigError } from '#server/core/config-checks.ts'
import { openDatabase } from '#server/core/db/database.ts'
import { openFileStore } from '#server/core/files/file-store.ts'
import { reasonOf } from './finding.ts'
import { findingLines, summaryLine } from './lines.ts'
import { findingsOf } from './service.ts'

const usage = 'Usage: node server/installation/doctor.ts [--json] [--mail you@brand.example]\n'
const say = (text: string) => process.stdout.write(`${text}\n`)

/**
 * Tries each part of an installation with the variables of its server, and prints what was found and what to do; with `--mail`, it also
 * sends a mail. Returns the exit code: 0 without a fault, 1 with one, 78 if the variables are not valid.
 */
export async function doctorCommand(args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const options = optionsOf(args)
  if (!options) return fail(usage, 64)
  try {
    // A worker needs the most variables.
    const config = loadConfig({ ...env, ROLE: 'worker' })
    const db = openDatabase({ databaseUrl: config.databaseUrl, databaseConnections: 4 })
    try {
      const findings = await findingsOf({ config, db, files: openFileStore(config) })
      say(
        options.json
          ? JSON.stringify(findings, null, 2)
          : [...findingLines(findings), summaryLine(findings)].join('\n'),
      )
      const isSent = !options.mail || (await sendTestMail(config, options.mail))
      return isSent && findings.every(({ state }) => state !== 'fault') ? 0 : 1
    } finally {
      await db.close()
    }
  } catch (error) {
    if (error instanceof ConfigError) return fail(`${error.message}\n`, 78)
    throw error
  }
}

function optionsOf(args: string[]) {
  try {
    return parseArgs({ args, options: { json: { type: 'boolean' }, mail: { type: 'string' } } }).values
  } catch {
    return undefined
  }
}

type MailConfig = Pick<ReturnType<typeof loadConfig>, 'smtpUrl' | 'mailFrom' | 'publicUrl'>

async function sendTestMail({ smtpUrl, mailFrom, publicUrl }: MailConfig, to: string): Promise<boolean> {
  if (!smtpUrl) return fail('No mail was sent: SMTP_URL is not set.\n', 1) === 0
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({ url: smtpUrl, connectionTimeout: 10_000 })
  try {
    const text = `This mail shows that ${publicUrl} can send mail.\n`
    await transport.sendMail({ from: mailFrom, to: { name: '', address: to }, subject: 'Test mail of Assay', text })
    say(`A mail to ${to} was accepted by the mail server.`)
    return true
  } catch (error) {
    return fail(`The mail server did not accept a mail to ${to}: ${reasonOf(error)}\n`, 1) === 0
  } finally {
    transport.close()
  }
}

function fail(message: string, code: number): number {
  process.stderr.write(message)
  return code
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  process.exitCode = await doctorCommand(process.argv.slice(2), process.env)
