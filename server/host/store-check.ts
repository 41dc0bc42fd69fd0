import type { Tx } from '#server/core/db/database.ts'
import { asc, eq, sql } from '#server/core/drizzle/orm.ts'
import { merchantChannel } from '#server/core/events/event-hub.ts'
import { brandHostChannel } from '#server/core/network/brand-hosts.ts'
import { brandHost } from '#server/core/network/table.ts'
import type { Services } from '#server/core/services.ts'
import type { BrandHostFault } from '#shared/core/host/brand-host.ts'
import type { Checked } from './check.ts'
import { mailOwners } from './mails.ts'

type Row = typeof brandHost.$inferSelect
type Needs = Pick<Services, 'events' | 'mail'>

/** Seconds until the next check by itself. */
const pauses = { pending: 300, active: 3600, failing: 600 } as const
/** The owners get a mail when a host has failed for so long (ms). */
const toldAfterMs = 86_400_000

/**
 * Stores the result of a check. Claims of a host are locked together, so that two merchants cannot prove it at once.
 *
 * @returns false if the host was removed meanwhile
 */
export async function storeCheck(
  tx: Tx,
  services: Needs,
  { id, host }: Pick<Row, 'id' | 'host'>,
  checked: Checked,
): Promise<boolean> {
  const claims = await tx
    .select()
    .from(brandHost)
    .where(eq(brandHost.host, host))
    .orderBy(asc(brandHost.id))
    .for('update')
  const row = claims.find((one) => one.id === id)
  if (!row) return false
  const holder = claims.find((one) => one.id !== id && one.state !== 'pending')
  if (row.state !== 'pending') await storeProven(tx, services, row, checked)
  else if (checked.fault) await storeFault(tx, row, checked.fault, checked.found)
  // The first proof wins as long as its record is there. Afterwards the name belongs to whoever sets a record now.
  else if (holder && checked.tokens.includes(holder.token)) await storeFault(tx, row, 'taken', '')
  else {
    if (holder) await loseHost(tx, services, holder)
    await activate(tx, row)
  }
  if (holder || row.state === 'pending') await services.events.publish(tx, brandHostChannel, 'checked', {})
  await services.events.publish(tx, merchantChannel(row.merchantId), 'brandHost', { id })
  return true
}

const nextCheck = (state: Row['state']) => sql`now() + make_interval(secs => ${pauses[state]})`
const cleared = { fault: null, found: '', failingSince: null, toldAt: null }

const storeFault = (tx: Tx, { id }: Row, fault: BrandHostFault, found: string) =>
  tx
    .update(brandHost)
    .set({ fault, found, checkedAt: sql`now()`, nextCheckAt: nextCheck('pending') })
    .where(eq(brandHost.id, id))

/** New orders print the first host that a merchant has proven. */
async function activate(tx: Tx, { id, merchantId }: Row): Promise<void> {
  const isFirst = sql<boolean>`not exists (select from brand_host other where other.merchant_id = ${merchantId} and other.is_printed)`
  await tx
    .update(brandHost)
    .set({ ...cleared, state: 'active', isPrinted: isFirst, checkedAt: sql`now()`, nextCheckAt: nextCheck('active') })
    .where(eq(brandHost.id, id))
}

async function storeProven(tx: Tx, services: Needs, row: Row, { fault, found }: Checked): Promise<void> {
  const state = fault ? 'failing' : 'active'
  const failingSince = row.failingSince ?? new Date()
  const isTold = fault !== null && row.toldAt === null && Date.now() - failingSince.getTime() >= toldAfterMs
  if (isTold) await mailOwners(tx, services, { row, fault })
  await tx
    .update(brandHost)
    .set({
      ...(fault ? { fault, found, failingSince } : cleared),
      ...(isTold && { toldAt: sql`now()` }),
      state,
      checkedAt: sql`now()`,
      nextCheckAt: nextCheck(state),
    })
    .where(eq(brandHost.id, row.id))
}

/** The host of a merchant that another one has proven. */
async function loseHost(tx: Tx, services: Needs, holder: Row): Promise<void> {
  await tx
    .update(brandHost)
    .set({ ...cleared, state: 'pending', isPrinted: false, fault: 'lost', awaitedUntil: sql`now()` })
    .where(eq(brandHost.id, holder.id))
  await mailOwners(tx, services, { row: holder, fault: 'lost' })
  await services.events.publish(tx, merchantChannel(holder.merchantId), 'brandHost', { id: holder.id })
}
