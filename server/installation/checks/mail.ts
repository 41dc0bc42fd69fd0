import type { Config } from '#server/core/config.ts'
import type { Database } from '#server/core/db/database.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { type Check, fault, ok, reasonOf, warning } from '#server/installation/finding.ts'

type Parts = { config: Pick<Config, 'mail' | 'smtpUrl'>; db: Pick<Database, 'read'> }

/** Whether the mail server accepts a connection and a sign-in, and whether mails were given up. */
export const mailCheck = ({ config, db }: Parts): Check => ({
  part: 'mail',
  async run() {
    if (config.mail === 'off') return warning('mailOff')
    if (!config.smtpUrl) return ok('mailBox')
    const { host } = new URL(config.smtpUrl)
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({ url: config.smtpUrl, connectionTimeout: 5_000, greetingTimeout: 5_000 })
    try {
      await transport.verify()
    } catch (error) {
      return fault('mailAway', { host, reason: reasonOf(error) })
    } finally {
      transport.close()
    }
    const { rows } = await db.read.execute<{ failed: number }>(
      sql`select count(*)::int as failed from mail_message where state = 'failed' and created_at > now() - interval '2 days'`,
    )
    return rows[0]!.failed > 0 ? warning('mailFailed', { count: rows[0]!.failed }) : ok('mailOk', { host })
  },
})
