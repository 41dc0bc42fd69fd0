import { plan } from '#server/billing/table.ts'
import { business } from '#server/business/table.ts'
import { merchant } from '#server/core/auth/table.ts'
import type { Tx } from '#server/core/db/database.ts'
import { and, eq, sql } from '#server/core/drizzle/orm.ts'
import type { FileStore } from '#server/core/files/file-store.ts'
import { sku, skuCertificate } from '#server/sku/table.ts'
import { trademark } from '#server/trademark/table.ts'
import type { StoredFile } from '#shared/core/fields/fields.ts'
import { omit } from '#shared/core/omit.ts'
import type { Customization } from '#shared/customization/contract.ts'
import type { SkuDetails } from '#shared/sku/contract.ts'
import { grantPlanCodes } from './accounts.ts'
import { seedCodes } from './codes.ts'
import { storeDrawing } from './drawing.ts'
import { storePicture } from './pictures.ts'
import { packArt, sceneArt, sealArt } from './showcase/art.ts'
import type { Showcase } from './showcase/brand.ts'
import { showcases } from './showcase/brands.ts'
import { type ChosenCertificates, createCustomization } from './showcase/customization.ts'
import { highland } from './showcase/highland-tea.ts'

const codes = 100

/** Seeds nine invented brands beside the demo merchant, each with its own page. Existing brands are not changed. */
export async function seedShowcase(tx: Tx, files: FileStore): Promise<void> {
  for (const showcase of showcases) {
    if ((await tx.$count(merchant, eq(merchant.code, showcase.code))) === 0) await seedBrand(tx, files, showcase)
  }
}

async function seedBrand(tx: Tx, files: FileStore, showcase: Showcase): Promise<void> {
  const { code, company, brand, country, product, palette, pack, label, certificate, scenes, map } = showcase
  const papers = { background: '#ffffff', foreground: palette.deep, lines: [brand, 'Registration'] as [string, string] }
  const document = await storePicture(tx, files, { ...papers, name: 'registration.png' }, true)
  const features = [...(certificate.type === 'Halal' ? ['halal'] : []), ...(map ? [`embed:${new URL(map).host}`] : [])]
  const [owner] = await tx.insert(merchant).values({ code, name: company, country, features }).returning()
  const merchantId = owner!.id
  await tx.insert(business).values({
    merchantId,
    registrationNo: `DEMO-${code}`,
    verified: true,
    verifiedBy: 'seed',
    details: { documents: document, country },
  })
  const [bought] = await tx.select({ id: plan.id }).from(plan).limit(1)
  await grantPlanCodes(tx, merchantId, { planId: bought!.id, codes })
  const trademarkId = await seedMark(tx, merchantId, showcase, document)
  const images = [
    await storeDrawing(tx, files, `${product.sku}.jpg`, packArt(pack, palette, [brand, label])),
    await storeDrawing(tx, files, `${product.sku}-origin.jpg`, sceneArt(scenes[1], palette)),
  ]
  const facts = { sku_details: product.facts, sku_details_order: Object.keys(product.facts) }
  const details: SkuDetails = { ...facts, images, verify_url: '' }
  const own = { merchantId, trademarkId, name: product.name, sku: product.sku }
  const [row] = await tx
    .insert(sku)
    .values({ ...own, details })
    .returning()
  const chosen = await seedCertificate(tx, files, showcase, { merchantId, skuId: row!.id })
  await customize(tx, merchantId, row!.id, await createCustomization(tx, files, showcase, chosen))
  await seedCodes(tx, merchantId, [{ id: row!.id, facts: product.facts, images }])
}

async function seedMark(tx: Tx, merchantId: string, { company, brand, country, code }: Showcase, file: StoredFile) {
  const [mark] = await tx
    .insert(trademark)
    .values({
      merchantId,
      registrationName: brand,
      registrationNo: `TM-${code}`,
      country,
      applicantName: company,
      applicantAddress: company,
      status: 'Approved',
      verifiedBy: 'seed',
      details: { class: '30', postcode: '10000', file, active: true, verified_by: 'seed' },
    })
    .returning()
  return mark!.id
}

type Owner = { merchantId: string; skuId: string }

async function seedCertificate(
  tx: Tx,
  files: FileStore,
  { certificate, palette }: Showcase,
  owner: Owner,
): Promise<ChosenCertificates> {
  const file = await storeDrawing(tx, files, 'certificate.png', sealArt(palette, certificate.type))
  const [row] = await tx
    .insert(skuCertificate)
    .values({ ...owner, ...certificate, ...file, status: 'Approved' })
    .returning()
  return [{ ...file, ...certificate, id: row!.id }]
}

async function customize(tx: Tx, merchantId: string, skuId: string, customization: Customization): Promise<void> {
  await tx
    .update(sku)
    .set({
      details: sql`${sku.details} || jsonb_build_object('customization', ${JSON.stringify(customization)}::jsonb)`,
    })
    .where(and(eq(sku.merchantId, merchantId), eq(sku.id, skuId)))
}

/** The demo merchant has one tea with a published customization, one with a draft, and one without a customization. */
export async function seedCustomizations(tx: Tx, files: FileStore, merchantId: string): Promise<void> {
  const teas = await tx
    .select({ id: sku.id, number: sku.sku, details: sku.details })
    .from(sku)
    .where(eq(sku.merchantId, merchantId))
  if (teas.some(({ details }) => 'customization' in details)) return
  const idOf = (number: string) => teas.find((tea) => tea.number === number)?.id
  const [black, green] = [idOf('HT-BLACK-100'), idOf('HT-GREEN-080')]
  if (!black || !green) return
  const certificates = await tx
    .select()
    .from(skuCertificate)
    .where(and(eq(skuCertificate.merchantId, merchantId), eq(skuCertificate.skuId, black)))
  const chosen = certificates.map((own) => omit(own, 'merchantId', 'skuId', 'status', 'createdAt'))
  const look = await createCustomization(tx, files, highland, chosen as NonNullable<ChosenCertificates>)
  await customize(tx, merchantId, black, look)
  const [picture, story] = look.additions
  const draft = { verified_text: 'Genuine green tea', certificates: [], additions: [picture!, story!], isDraft: true }
  await customize(tx, merchantId, green, { ...look, ...draft, order: [picture!.id, story!.id] })
}
