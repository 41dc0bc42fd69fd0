import { z } from 'zod'
import { eq, sql } from '#server/core/drizzle/orm.ts'
import { defineJob } from '#server/core/jobs/job-queue.ts'
import { brandHost } from '#server/core/network/table.ts'
import type { Services } from '#server/core/services.ts'
import { type HostCheck, openHostCheck } from './check.ts'
import { storeCheck } from './store-check.ts'

/** Hosts that one worker checks at the same time. */
const atOnce = 20
/** Longer than a check lasts: no other worker begins it meanwhile, and it is due again if the worker has vanished. */
const leaseSeconds = 120

type Due = Pick<typeof brandHost.$inferSelect, 'id' | 'host' | 'token' | 'state'>

/** A check that a person asked for. */
export const checkBrandHost = defineJob({
  name: 'host.check',
  schema: z.object({ id: z.uuid() }),
  concurrency: 5,
  retries: 3,
  async run({ id }, { services }) {
    const [row] = await services.db.read.select().from(brandHost).where(eq(brandHost.id, id))
    if (row) await checkAll(services, openHostCheck(services.config), [row])
  },
})

/** Every minute: checks the hosts that are due. A failed run is not repeated, because the next one starts a minute later. */
export const checkDueBrandHosts = defineJob({
  name: 'host.checkDue',
  schema: z.object({}),
  cron: '* * * * *',
  retries: 0,
  async run(_, { services, signal, heartbeat }) {
    const check = openHostCheck(services.config)
    for (let due = await takeDue(services); due.length > 0 && !signal.aborted; due = await takeDue(services)) {
      await checkAll(services, check, due)
      await heartbeat()
    }
  },
})

/** Takes hosts that are due: proven ones, and those whose proof is awaited. */
async function takeDue({ db }: Pick<Services, 'db'>): Promise<Due[]> {
  const { rows } = await db.system((tx) =>
    tx.execute<Due>(sql`
      update brand_host h set next_check_at = now() + make_interval(secs => ${leaseSeconds})
      where h.id in (
        select due.id from brand_host due
        where due.next_check_at <= now() and (due.state <> 'pending' or due.awaited_until > now())
        order by due.next_check_at limit ${atOnce} for update skip locked)
      returning h.id, h.host, h.token, h.state`),
  )
  return rows
}

/** Checks without a transaction, and stores each result in one of its own. */
async function checkAll(services: Services, check: HostCheck, due: readonly Due[]): Promise<void> {
  await Promise.all(
    due.map(async ({ id, host, token, state }) => {
      const checked = await check({ host, token, isProven: state !== 'pending' })
      await services.db.system((tx) => storeCheck(tx, services, { id, host }, checked))
    }),
  )
}
