import { expect, vi } from 'vitest'
import type { TestApp } from '#server/core/test/harness.ts'
import { writtenMails } from '#server/core/test/written-mails.ts'

/** Waits until the jobs of accounts are done. A mail that is not sent by then is never sent. Needs `world.work()`. */
export async function waitForMailJobs(world: TestApp): Promise<void> {
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

/** The mails to an address, the newest first. */
export async function mailsTo(world: TestApp, address: string) {
  await waitForMailJobs(world)
  return (await writtenMails(world, address)).toReversed()
}

/** The token of the newest link mailed to an address. */
export async function mailedToken(world: TestApp, address: string): Promise<string> {
  const [newest] = await mailsTo(world, address)
  return /[?&](?:confirmation|code)=([\w-]+)/.exec(newest!.text)![1]!
}
