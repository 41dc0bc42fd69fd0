import type { Person, TestApp } from '#server/core/test/harness.ts'
import { productOf } from '#server/order/order.fixture.ts'
import { type PassportInput, usualScheme } from '#shared/passport/contract.ts'

export const battery: PassportInput = {
  description: 'A battery for electric bicycles',
  category: { code: '46420', name: 'Electric accumulators', ...usualScheme },
  facility: { id: 'https://id.gs1.org/414/9506000111117', name: 'Works North' },
  country: 'DE',
  sections: [
    {
      title: 'Performance',
      points: [
        { name: 'Rated capacity', value: '14.5', unit: 'Ah', tier: 'public' },
        { name: 'Not known yet', value: '', unit: '', tier: 'public' },
        { name: 'Number of cells', value: '40', unit: '', tier: 'legitimate' },
      ],
    },
    { title: 'Conformity', points: [{ name: 'Test report', value: 'No. 7, passed', unit: '', tier: 'authority' }] },
  ],
}

/** A brand with a product that has this number. */
export async function brandWithGtin(world: TestApp, gtin: string): Promise<{ brand: Person; skuId: string }> {
  const brand = await world.approvedMerchant({ credit: 10 })
  const skuId = await productOf(world, brand)
  await world.database.query('update sku set gtin = $2 where id = $1', [skuId, gtin])
  return { brand, skuId }
}
