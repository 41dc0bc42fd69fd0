import sharp from 'sharp'
import { type Api, createApi, urlOf } from '#client/core/http/api.ts'
import { type BenchEffort, type BenchResult, measureSeconds, median, round } from '#scripts/bench/setup/measure.ts'
import { createSignedInClient } from '#scripts/bench/setup/signed-in-client.ts'
import type { SystemServer, TestSystem } from '#scripts/bench/setup/test-system.ts'
import { limits } from '#shared/core/limits/limits.ts'
import { mediaContract } from '#shared/media/contract.ts'
import { type BulkSku, skuBulkContract } from '#shared/sku/bulk-contract.ts'
import { trademarkContract } from '#shared/trademark/contract.ts'
import { peakMb } from './memory.ts'

const rows = limits.bulkSkus

/**
 * Seconds that a merchant waits for the largest list of products: its dry run and its import over HTTP, each product with five
 * details and as many files as it may name. Each round has a web process of its own. The peak of its memory is reported, too.
 */
export async function bulkImport(stage: TestSystem, { rounds }: BenchEffort): Promise<BenchResult> {
  const turns: { check: number; add: number; peak: number }[] = []
  for (let turn = 0; turn < rounds; turn++) {
    const web = await stage.start('web')
    const api = await apisOf(web)
    const list = await productsOf(api)
    const check = await measureSeconds(async () => {
      const { ready } = await api.bulk.check({ body: list })
      if (ready !== rows) throw new Error(`${ready} of ${rows} rows are ready`)
    })
    let importId = ''
    const add = await measureSeconds(async () => {
      importId = (await api.bulk.add({ query: { name: 'bench.csv' }, body: list })).import
    })
    turns.push({ check, add, peak: peakMb(web.pid) })
    await api.bulk.undo({ params: { id: importId } })
    await web.stop()
  }
  const of = (pick: (turn: (typeof turns)[number]) => number) => median(turns.map(pick))
  return {
    name: 'bulk-import',
    ours: round(of(({ check, add }) => check + add)),
    floor: null,
    ratio: null,
    unit: 's',
    rounds,
    rows,
    checkSeconds: round(of(({ check }) => check)),
    addSeconds: round(of(({ add }) => add)),
    webMb: round(
      of(({ peak }) => peak),
      0,
    ),
  }
}

type Apis = {
  bulk: Api<typeof skuBulkContract>
  trademarks: Api<typeof trademarkContract>
  /** Uploads a picture to the media list. Returns its name. */
  upload(): Promise<string>
}

async function apisOf(web: SystemServer): Promise<Apis> {
  const { send, headers } = await createSignedInClient(web)
  return {
    bulk: createApi(skuBulkContract, send),
    trademarks: createApi(trademarkContract, send),
    async upload() {
      const background = { create: { width: 64, height: 64, channels: 3 as const, background: '#3f6b4f' } }
      const body = new FormData()
      body.append('file', new Blob([new Uint8Array(await sharp(background).png().toBuffer())]), 'bench.png')
      const answer = await fetch(web.url + urlOf(mediaContract.upload, {}), { method: 'POST', headers, body })
      return mediaContract.upload.answer.parse(await answer.json()).name
    },
  }
}

async function productsOf({ upload, trademarks }: Apis): Promise<BulkSku[]> {
  const { rows: marks } = await trademarks.list({ query: { limit: 1 } })
  const picture = await upload()
  const named = Array.from({ length: 5 }, () => picture)
  const keys = ['Origin', 'Weight', 'Grade', 'Harvest', 'Storage']
  return Array.from({ length: rows }, (_, i) => ({
    name: `Bench tea ${i}`,
    sku: `BENCH-${i}`,
    gtin: null,
    trademark: marks[0]!.registration_name,
    details: { sku_details: Object.fromEntries(keys.map((key) => [key, `${key} ${i}`])), sku_details_order: keys },
    images: named,
    certificates: named.map((name) => ({ name, type: 'Halal' })),
  }))
}
