import { randomBytes } from 'node:crypto'
import { domainToUnicode } from 'node:url'
import type { Config } from '#server/core/config.ts'
import type { Tx } from '#server/core/db/database.ts'
import { and, asc, eq, type SQL, sql } from '#server/core/drizzle/orm.ts'
import { invalidInput } from '#server/core/http/validate.ts'
import { assertQuota, type QuotaOwner } from '#server/core/limits/quota.ts'
import { isPublicSuffix } from '#server/core/network/public-suffix.ts'
import { brandHost } from '#server/core/network/table.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { challengeLabel } from '#shared/core/host/brand-host.ts'
import type { ValidationMessage } from '#shared/core/i18n/validation-text.ts'
import { type BrandHostView, brandHostProblems } from '#shared/host/contract.ts'
import { brandHostQuotas } from '#shared/host/quotas.ts'

type Row = typeof brandHost.$inferSelect

/** How long a host that nobody has proven is checked by itself, after it was added or a person asked for a check. */
const awaitedDays = 14
const untilLater = sql`now() + make_interval(days => ${awaitedDays})`

const own = (merchantId: string, id: string) => and(eq(brandHost.merchantId, merchantId), eq(brandHost.id, id))

export const targetOf = ({ publicUrl }: Pick<Config, 'publicUrl'>): string => new URL(publicUrl).hostname

/** Why a merchant cannot have a host: it is nobody's own, or the installation's. */
function hostProblem(host: string, config: Config): ValidationMessage | undefined {
  const target = targetOf(config)
  const isWithin = (one: string, other: string) => one === other || one.endsWith(`.${other}`)
  if (isWithin(host, target) || isWithin(target, host))
    return 'This host belongs to this installation. Please name one of your own domain.'
  return isPublicSuffix(host)
    ? 'Anybody can have a site under this domain. Please name the host of your own site.'
    : undefined
}

export async function listBrandHosts(tx: Tx, merchantId: string, config: Config): Promise<BrandHostView[]> {
  return viewsOf(tx, eq(brandHost.merchantId, merchantId), config)
}

/** The rows with the number of orders that print each. */
async function viewsOf(tx: Tx, where: SQL | undefined, config: Config): Promise<BrandHostView[]> {
  const rows = await tx
    .select({
      row: brandHost,
      orders: sql<number>`(select count(*)::int from code_order o
        where o.merchant_id = "brand_host"."merchant_id" and o.host = "brand_host"."host")`,
    })
    .from(brandHost)
    .where(where)
    .orderBy(asc(brandHost.createdAt), brandHost.id)
  return rows.map(({ row, orders }) => ({ ...view(row, config), orders }))
}

export async function addBrandHost(
  tx: Tx,
  owner: QuotaOwner,
  host: string,
  config: Config,
): Promise<{ added: BrandHostView; isNew: boolean }> {
  const message = hostProblem(host, config)
  if (message) throw invalidInput([{ path: 'host', message }])
  const { merchantId } = owner
  const named = and(eq(brandHost.merchantId, merchantId), eq(brandHost.host, host))
  const [known] = await viewsOf(tx, named, config)
  if (known) return { added: known, isNew: false }
  await assertQuota(tx, owner, brandHostQuotas.brandHosts)
  const token = `assay-${randomBytes(20).toString('hex')}`
  const made = await tx
    .insert(brandHost)
    .values({ merchantId, host, token, awaitedUntil: untilLater })
    .onConflictDoNothing()
    .returning({ id: brandHost.id })
  const [added] = await viewsOf(tx, named, config)
  return { added: added!, isNew: made.length > 0 }
}

/** Notes that a person asked for a check, which begins to await the proof again. */
export async function askForCheck(tx: Tx, merchantId: string, id: string, config: Config): Promise<BrandHostView> {
  await tx.update(brandHost).set({ askedAt: sql`now()`, awaitedUntil: untilLater }).where(own(merchantId, id))
  return find(tx, merchantId, id, config)
}

async function find(tx: Tx, merchantId: string, id: string, config: Config): Promise<BrandHostView> {
  const [found] = await viewsOf(tx, own(merchantId, id), config)
  if (!found) throw new Problem(brandHostProblems.notFound)
  return found
}

/** At most one host of a merchant is printed. */
export async function printBrandHost(
  tx: Tx,
  merchantId: string,
  { id, isPrinted, config }: { id: string; isPrinted: boolean; config: Config },
): Promise<BrandHostView> {
  // In one order, so that two calls do not wait for each other.
  const rows = await tx
    .select()
    .from(brandHost)
    .where(eq(brandHost.merchantId, merchantId))
    .orderBy(brandHost.id)
    .for('update')
  const row = rows.find((one) => one.id === id)
  if (!row) throw new Problem(brandHostProblems.notFound)
  if (isPrinted && row.state !== 'active' && !row.isPrinted) throw new Problem(brandHostProblems.notProven)
  if (isPrinted)
    await tx
      .update(brandHost)
      .set({ isPrinted: false })
      .where(and(eq(brandHost.merchantId, merchantId), sql`${brandHost.id} <> ${id}`))
  await tx.update(brandHost).set({ isPrinted }).where(own(merchantId, id))
  return find(tx, merchantId, id, config)
}

export async function removeBrandHost(tx: Tx, merchantId: string, id: string): Promise<Row> {
  const [row] = await tx.delete(brandHost).where(own(merchantId, id)).returning()
  if (!row) throw new Problem(brandHostProblems.notFound)
  return row
}

function view(row: Row, config: Config): Omit<BrandHostView, 'orders'> {
  const { id, host, token, state, isPrinted, fault, found, checkedAt, askedAt } = row
  return {
    ...{ id, host, state, isPrinted, fault, found },
    name: domainToUnicode(host),
    checkedAt: checkedAt?.toISOString() ?? null,
    isChecking: askedAt !== null && (checkedAt === null || checkedAt < askedAt),
    failingSince: row.failingSince?.toISOString() ?? null,
    awaitedUntil: row.awaitedUntil.toISOString(),
    records: [
      { type: 'CNAME', name: host, value: targetOf(config) },
      { type: 'TXT', name: `${challengeLabel}.${host}`, value: token },
    ],
    createdAt: row.createdAt.toISOString(),
  }
}
