import { setTimeout as pause } from 'node:timers/promises'
import { sendMail } from '#server/core/mail/mail.ts'
import { openServices } from '#server/core/services.ts'
import { testConfig } from '#server/core/test/config.ts'
import { mailWeeklySummaries } from './jobs.ts'

/** A worker that writes the summaries that are due and sends their mails by SMTP, for a test that kills it. */
const [databaseUrl, smtpUrl] = process.argv.slice(2)
const services = await openServices(testConfig(databaseUrl!, { mail: 'smtp', smtpUrl: smtpUrl! }))
await services.jobs.start([sendMail, mailWeeklySummaries])
await services.jobs.work(services)
const { signal } = new AbortController()
process.send!('ready')
for (;;) {
  await mailWeeklySummaries.run({}, { services, signal, heartbeat: async () => undefined, attempt: 'test' })
  await pause(20)
}
