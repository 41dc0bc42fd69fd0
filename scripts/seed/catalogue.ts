import type { Tx } from '#server/core/db/database.ts'
import type { FileStore } from '#server/core/files/file-store.ts'
import { sku, skuCertificate } from '#server/sku/table.ts'
import { trademark } from '#server/trademark/table.ts'
import type { certificateTypes, demoSkuNames, SkuDetails } from '#shared/sku/contract.ts'
import { storeDrawing } from './drawing.ts'
import { storePicture } from './pictures.ts'
import { type Palette, packArt, sceneArt } from './showcase/art.ts'
import type { DrawnPack } from './showcase/packs.ts'

const teas = [
  {
    name: 'Highland Black Tea',
    sku: 'HT-BLACK-100',
    palette: { pale: '#f8efe4', soft: '#e3c9ae', mid: '#b5693f', deep: '#6b2417' },
    pack: 'tin',
    label: 'Black tea',
    facts: { Origin: 'Cameron Highlands', Harvest: 'September 2026', 'Net weight': '100 g' },
  },
  {
    name: 'Highland Green Tea',
    sku: 'HT-GREEN-080',
    palette: { pale: '#eef5e9', soft: '#c9dfc0', mid: '#6fa36a', deep: '#24583a' },
    pack: 'bag',
    label: 'Green tea',
    facts: { Origin: 'Cameron Highlands', Harvest: 'October 2026', 'Net weight': '80 g' },
  },
  {
    name: 'Mountain Oolong',
    sku: 'HT-OOLONG-050',
    palette: { pale: '#ecf2f8', soft: '#c3d4e6', mid: '#6f93ba', deep: '#1f3f63' },
    pack: 'jar',
    label: 'Oolong',
    facts: { Origin: 'Brinchang', Harvest: 'August 2026', 'Net weight': '50 g' },
  },
] as const satisfies {
  name: (typeof demoSkuNames)[number]
  pack: DrawnPack
  palette: Palette
  [key: string]: unknown
}[]

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
  { name, sku: number, facts, palette, pack, label }: (typeof teas)[number],
): Promise<SeededSku> {
  const images = [
    await storeDrawing(tx, files, `${number}.jpg`, packArt(pack, palette, ['Highland Tea', label])),
    await storeDrawing(tx, files, `${number}-origin.jpg`, sceneArt('terraces', palette)),
  ]
  const details: SkuDetails = {
    images,
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
    foreground: palette.deep,
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
  return { id: row!.id, facts: facts as Record<string, string>, images }
}
