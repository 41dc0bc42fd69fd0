import { type APIRequestContext, expect } from '@playwright/test'
import { withDatabase } from '#client/e2e/setup/database.ts'
import { runJob } from '#client/e2e/setup/run-job.ts'
import type { Assay } from '#client/e2e/setup/start-assay.ts'
import { mailAlarms } from '#server/alarm/jobs.ts'

type Mail = { to: string; text: string }

/** The mails that name a new alarm of a sensor or shipment, written as if minutes had passed since the last mail about alarms. */
export async function alarmMails(assay: Assay, request: APIRequestContext, name: string): Promise<Mail[]> {
  let found: Mail[] = []
  await expect(async () => {
    await withDatabase(assay, (client) =>
      client.query("update temperature_alarm set mailed_at = mailed_at - interval '5 minutes'"),
    )
    await runJob(assay, mailAlarms)
    const mails = (await (await request.get('/mailbox.json')).json()) as (Mail & { subject: string })[]
    found = mails.filter(({ subject, text }) => subject.startsWith('Temperature alarm') && text.includes(name))
    expect(found).not.toEqual([])
  }).toPass({ timeout: 60_000 })
  return found
}
