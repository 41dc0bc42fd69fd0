import type { Tx } from '#server/core/db/database.ts'
import type { FileStore } from '#server/core/files/file-store.ts'
import { sku, skuCertificate } from '#server/sku/table.ts'
import { trademark } from '#server/trademark/table.ts'
import type { certificateTypes, demoSkuNames, SkuDetails } from '#shared/sku/contract.ts'
import { storePicture } from './pictures.ts'

const teas = [
  {
    name: 'Highland Black Tea',
    sku: 'HT-BLACK-100',
    background: '#f3e9dc',
    foreground: '#7a2e1d',
    facts: { Origin: 'Cameron Highlands', Harvest: 'September 2026', 'Net weight': '100 g' },
  },
  {
    name: 'Highland Green Tea',
    sku: 'HT-GREEN-080',
    background: '#e7f1e4',
    foreground: '#24583a',
    facts: { Origin: 'Cameron Highlands', Harvest: 'October 2026', 'Net weight': '80 g' },
  },
  {
    name: 'Mountain Oolong',
    sku: 'HT-OOLONG-050',
    background: '#e6eef5',
    foreground: '#1f3f63',
    facts: { Origin: 'Brinchang', Harvest: 'August 2026', 'Net weight': '50 g' },
  },
] satisfies { name: (typeof demoSkuNames)[number]; [key: string]: unknown }[]

export type SeededSku = { id: string; facts: Record<string, string>; images: { hash: string; ext: string }[] }

/** An approved trademark and its products, with pictures. */
export async function seedCatalogue(tx: Tx, files: FileStore, merchantId: string): Promise<SeededSku[]> {
  const colours = { background: '#ffffff', foreground: '#1c6b4a' }
  const document = {
    ...colours,
    name: 'trademark.png',
    lines: ['Highland Tea', 'Trademark certificate'] as [string, string],
  }
  const file = await storePicture(tx, files, document, true)
  const [mark] = await tx
    .insert(trademark)
    .values({
      merchantId,
      registrationName: 'Highland Tea',
      registrationNo: 'TM2026004711',
      applicantName: 'Highland Tea Company',
      applicantAddress: '12 Jalan Teh, Brinchang, Pahang',
      country: 'my',
      status: 'Approved',
      verifiedBy: 'seed',
      details: { class: '30', postcode: '39100', file, active: true, verified_by: 'seed' },
    })
    .returning()
  const seeded: SeededSku[] = []
  for (const tea of teas) seeded.push(await seedSku(tx, files, { merchantId, trademarkId: mark!.id }, tea))
  return seeded
}

async function seedSku(
  tx: Tx,
  files: FileStore,
  owner: { merchantId: string; trademarkId: string },
  { name, sku: number, facts, background, foreground }: (typeof teas)[number],
): Promise<SeededSku> {
  const image = await storePicture(tx, files, {
    name: `${number}.png`,
    background,
    foreground,
    lines: ['Highland Tea', name],
  })
  const details: SkuDetails = {
    images: [image],
    sku_details: facts,
    sku_details_order: Object.keys(facts),
    verify_url: '',
  }
  const [row] = await tx
    .insert(sku)
    .values({ ...owner, name, sku: number, details })
    .returning()
  const certificate = await storePicture(tx, files, {
    name: `${number}-iso-9001.png`,
    background: '#ffffff',
    foreground,
    lines: ['ISO 9001', 'Certificate of a demonstration'],
  })
  await tx.insert(skuCertificate).values({
    merchantId: owner.merchantId,
    skuId: row!.id,
    type: 'ISO 9001' satisfies (typeof certificateTypes)[number],
    title: 'Quality management',
    status: 'Approved',
    ...certificate,
  })
  return { id: row!.id, facts: facts as Record<string, string>, images: [image] }
}
