import { isDeepStrictEqual } from 'node:util'
import { business } from '#server/business/table.ts'
import { merchant } from '#server/core/auth/table.ts'
import type { Tx } from '#server/core/db/database.ts'
import { and, asc, desc, eq, isNull, ne, type SQL, sql } from '#server/core/drizzle/orm.ts'
import type { PgColumn } from '#server/core/drizzle/pg-core.ts'
import { assertQuota, type QuotaOwner } from '#server/core/limits/quota.ts'
import { sku } from '#server/sku/table.ts'
import { trademark } from '#server/trademark/table.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { listedLots, listedVersions, type Passport, type PassportInput } from '#shared/passport/contract.ts'
import { passportProblems } from '#shared/passport/problems.ts'
import { passportQuotas } from '#shared/passport/quotas.ts'
import { skuProblems } from '#shared/sku/contract.ts'
import { type PublishedContent, passport, passportVersion } from './table.ts'

/** The passport of a product, or of one lot of it. */
export type PassportKey = { merchantId: string; skuId: string; lot: string }

const draftOf = ({ merchantId, skuId, lot }: PassportKey) =>
  and(eq(passport.merchantId, merchantId), eq(passport.skuId, skuId), eq(passport.lot, lot))
const versionsOf = ({ merchantId, skuId, lot }: PassportKey) =>
  and(eq(passportVersion.merchantId, merchantId), eq(passportVersion.skuId, skuId), eq(passportVersion.lot, lot))

/** The condition that a passport of a product was published. */
export const hasPublishedPassport = (product: { merchantId: PgColumn; id: PgColumn }): SQL =>
  sql`exists (select 1 from ${passportVersion} where ${passportVersion.merchantId} = ${product.merchantId}
    and ${passportVersion.skuId} = ${product.id})`

type Product = PublishedContent['product'] & { issuer: string; gtin: string | null; isApproved: boolean }

async function productOf(tx: Tx, { merchantId, skuId }: PassportKey): Promise<Product> {
  const [found] = await tx
    .select({
      name: sku.name,
      sku: sku.sku,
      gtin: sku.gtin,
      brand: trademark.registrationName,
      issuer: merchant.name,
      isApproved: sql<boolean>`${trademark.status} = 'Approved' and coalesce(${business.verified}, false)`,
    })
    .from(sku)
    .innerJoin(trademark, and(eq(trademark.merchantId, sku.merchantId), eq(trademark.id, sku.trademarkId)))
    .innerJoin(merchant, eq(merchant.id, sku.merchantId))
    .leftJoin(business, eq(business.merchantId, sku.merchantId))
    .where(and(eq(sku.merchantId, merchantId), eq(sku.id, skuId)))
  if (!found) throw new Problem(skuProblems.notFound)
  return found
}

/** A product of another merchant is not found. */
export async function assertProduct(tx: Tx, key: Omit<PassportKey, 'lot'>): Promise<void> {
  await productOf(tx, { ...key, lot: '' })
}

const contentOf = (draft: PassportInput, { name, sku: number, brand, issuer }: Product): PublishedContent => ({
  ...draft,
  product: { name, sku: number, brand },
  issuer,
})
const obstacleOf = ({ gtin, isApproved }: Product): Passport['obstacle'] =>
  gtin === null ? 'noGtin' : isApproved ? null : 'unapproved'

export async function readPassport(tx: Tx, key: PassportKey): Promise<Passport> {
  const product = await productOf(tx, key)
  const versions = await tx
    .select()
    .from(passportVersion)
    .where(versionsOf(key))
    .orderBy(desc(passportVersion.version))
    .limit(listedVersions)
  const draft = await findDraft(tx, key)
  const base = draft || key.lot === '' ? undefined : await findDraft(tx, { ...key, lot: '' })
  const ofSku = and(eq(passport.merchantId, key.merchantId), eq(passport.skuId, key.skuId))
  const lots = await tx
    .select({ lot: passport.lot })
    .from(passport)
    .where(and(ofSku, ne(passport.lot, '')))
    .orderBy(asc(passport.lot))
    .limit(listedLots)
  return {
    product: { name: product.name, gtin: product.gtin },
    obstacle: obstacleOf(product),
    draft: draft ?? null,
    base: base ?? null,
    lots: lots.map(({ lot }) => lot),
    isChanged: draft !== undefined && !isPublished(versions[0], product, draft),
    versions: versions.map(({ version, gtin, publishedAt, revokedAt }) => ({
      ...{ version, gtin },
      publishedAt: publishedAt.toISOString(),
      revokedAt: revokedAt?.toISOString() ?? null,
    })),
  }
}

async function findDraft(tx: Tx, key: PassportKey): Promise<PassportInput | undefined> {
  const [found] = await tx.select({ content: passport.content }).from(passport).where(draftOf(key))
  return found?.content
}

type VersionRow = typeof passportVersion.$inferSelect

/** Whether the newest version says all this, and is in force. */
const isPublished = (newest: VersionRow | undefined, product: Product, draft: PassportInput): boolean =>
  newest !== undefined &&
  newest.revokedAt === null &&
  newest.gtin === product.gtin &&
  isDeepStrictEqual(newest.content, contentOf(draft, product))

export async function savePassport(tx: Tx, owner: QuotaOwner, key: PassportKey, content: PassportInput): Promise<void> {
  await productOf(tx, key)
  const changed = await tx
    .update(passport)
    .set({ content, updatedAt: sql`now()` })
    .where(draftOf(key))
    .returning({ id: passport.id })
  if (changed.length > 0) return
  await assertQuota(tx, owner, passportQuotas.passports)
  await tx
    .insert(passport)
    .values({ ...key, content })
    // Saved twice at once.
    .onConflictDoUpdate({ target: [passport.merchantId, passport.skuId, passport.lot], set: { content } })
}

/** Returns the number of the new version; undefined if the newest one says the same. */
export async function publishPassport(tx: Tx, owner: QuotaOwner, key: PassportKey): Promise<number | undefined> {
  const product = await productOf(tx, key)
  // Two calls at once would publish the same version, or two with one place in the status list.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`passport:${key.merchantId}`}, 0))`)
  const draft = await findDraft(tx, key)
  if (!draft) throw new Problem(passportProblems.noDraft)
  const obstacle = obstacleOf(product)
  if (obstacle) throw new Problem(passportProblems[obstacle])
  const [newest] = await tx
    .select()
    .from(passportVersion)
    .where(versionsOf(key))
    .orderBy(desc(passportVersion.version))
    .limit(1)
  if (isPublished(newest, product, draft)) return undefined
  await assertQuota(tx, owner, passportQuotas.passportVersions)
  const version = (newest?.version ?? 0) + 1
  await tx.insert(passportVersion).values({
    ...key,
    gtin: product.gtin!,
    version,
    content: contentOf(draft, product),
    statusIndex: sql`(select coalesce(max(taken.status_index) + 1, 0) from passport_version taken
      where taken.merchant_id = ${key.merchantId})`,
    // In whole seconds, as the credential says it.
    publishedAt: sql`date_trunc('second', now())`,
  })
  return version
}

/** Returns whether the version was in force. */
export async function revokePassport(tx: Tx, key: PassportKey, version: number): Promise<boolean> {
  await productOf(tx, key)
  const ofVersion = and(versionsOf(key), eq(passportVersion.version, version))
  if ((await tx.$count(passportVersion, ofVersion)) === 0) throw new Problem(passportProblems.noVersion)
  const revoked = await tx
    .update(passportVersion)
    .set({ revokedAt: sql`now()` })
    .where(and(ofVersion, isNull(passportVersion.revokedAt)))
    .returning({ id: passportVersion.id })
  return revoked.length > 0
}
