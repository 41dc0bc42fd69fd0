import { expect, vi } from 'vitest'
import type { TestApp } from '#server/core/test/harness.ts'

/** Waits until the jobs of accounts are done. A mail that is not sent by then is never sent. Needs `world.work()`. */
export async function mailsSettled(world: TestApp): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rows } = await world.database.query(
        `select name from pgboss.job where name like 'auth.%' and state in ('created', 'retry', 'active')`,
      )
      expect(rows).toEqual([])
    },
    { timeout: 20_000, interval: 50 },
  )
}

type Mail = { subject: string; text_body: string }

/** The mails to an address, the newest first. */
export async function mailsTo(world: TestApp, address: string): Promise<Mail[]> {
  await mailsSettled(world)
  const { rows } = await world.database.query(
    'select subject, text_body from mail_message where to_address = $1 order by created_at desc',
    [address],
  )
  return rows
}

/** The token of the newest link mailed to an address. */
export async function mailedToken(world: TestApp, address: string): Promise<string> {
  const [newest] = await mailsTo(world, address)
  return /[?&](?:confirmation|code)=([\w-]+)/.exec(newest!.text_body)![1]!
}
