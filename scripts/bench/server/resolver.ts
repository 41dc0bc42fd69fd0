import { demoProduct } from '#scripts/bench/setup/demo-orders.ts'
import { type BenchEffort, type BenchResult, compareSides, median, round } from '#scripts/bench/setup/measure.ts'
import { createShopperLoad } from '#scripts/bench/setup/shopper-load.ts'
import type { TestSystem } from '#scripts/bench/setup/test-system.ts'
import { firstMessage, startChild } from '#scripts/start/child-process.ts'
import { recordset } from '#server/core/db/sql-params.ts'
import { sql } from '#server/core/drizzle/orm.ts'
import { checkDigit } from '#shared/gs1/gtin.ts'

/** More than are asked for within the two seconds for which the resolver keeps a product. */
const products = 2_000
/** Seconds of load before the first measurement, as for `verify`. */
const warmUp = 8

/**
 * GS1 Digital Links of 2,000 products, each with a link in two languages and a third one: the redirect to the page of the product, and its
 * linkset, against a bare Fastify route that redirects.
 */
export async function resolver(stage: TestSystem, { rounds, duration }: BenchEffort): Promise<BenchResult> {
  const { url } = await stage.web()
  const paths = await productPaths(stage)
  const location = (await fetch(url + paths[0], { redirect: 'manual' })).headers.get('location')!
  const [askPage, askLinkset] = [
    createShopperLoad(paths),
    createShopperLoad(paths.map((path) => `${path}?linkType=all`)),
  ]
  const env = { ...stage.env, BYTES: '0', LOCATION: location }
  const bare = startChild('The bare server', 'scripts/bench/setup/baseline-server.ts', { env })
  try {
    const bareUrl = await firstMessage<string>(bare)
    for (const target of [url, bareUrl]) await askPage(target, warmUp)
    await askLinkset(url, warmUp)
    const measured = { redirect: [] as number[], linkset: [] as number[], floor: [] as number[] }
    for (let n = 0; n < rounds; n++) {
      measured.redirect.push(await askPage(url, duration))
      measured.linkset.push(await askLinkset(url, duration))
      measured.floor.push(await askPage(bareUrl, duration))
    }
    const [ours, linkset, floor] = [measured.redirect, measured.linkset, measured.floor].map(median) as [
      number,
      number,
      number,
    ]
    const result = compareSides({ name: 'resolver', unit: 'answers/s', rounds }, { ours, floor })
    return { ...result, linksetsPerSecond: round(linkset, 0), linksetRatio: round(linkset / floor) }
  } finally {
    await bare.stop()
  }
}

async function productPaths({ db }: TestSystem): Promise<string[]> {
  const { id } = await demoProduct(db)
  const gtins = Array.from({ length: products }, (_, n) => {
    const before = `020${String(n).padStart(10, '0')}`
    return { gtin: before + checkDigit(before) }
  })
  await db.system((tx) =>
    tx.execute(sql`
      with added as (
        insert into sku (merchant_id, trademark_id, name, sku, details, gtin)
        select s.merchant_id, s.trademark_id, s.name, 'BENCH-' || listed.gtin, '{}', listed.gtin
        from sku s, ${recordset(gtins, 'gtin text')} where s.id = ${id}
        returning id, merchant_id
      )
      insert into sku_link (merchant_id, sku_id, place, type, href, title, language)
      select added.merchant_id, added.id, l.place, l.type, 'https://brand.example/' || l.place, 'How to brew', l.language
      from added, (values (0, 'instructions', 'en'), (1, 'instructions', 'de'), (2, 'support', '')) l (place, type, language)`),
  )
  return gtins.map(({ gtin }) => `/01/${gtin}`)
}
