import type { Page } from '@playwright/test'
import type { z } from 'zod'
import { createApi, type Send } from '#client/core/http/api.ts'
import { imageFile } from '#client/e2e/setup/image-file.ts'
import { demoSignIns } from '#scripts/seed/accounts.ts'
import { authContract } from '#shared/auth/contract.ts'
import { mediaContract } from '#shared/media/contract.ts'
import { type CertificateInput, type Sku, skuContract } from '#shared/sku/contract.ts'
import { trademarkContract } from '#shared/trademark/contract.ts'

/** Signs the page in as the demo merchant, by a call, and creates products for one test; `remove` deletes them. */
export async function ownProducts(page: Page, names: readonly string[]) {
  const { request } = page.context()
  const { email, password } = demoSignIns[0]!
  const headers: Record<string, string> = {}
  const send: Send = async ({ method, url, body, headers: own }) => {
    const answer = await request.fetch(url, { method, headers: { ...own, ...headers }, data: body })
    return { status: answer.status(), body: await answer.json() }
  }
  const { jwt } = await createApi(authContract, send).signIn({ body: { identifier: email, password } })
  headers.authorization = `Bearer ${jwt}`
  const skus = createApi(skuContract, send)
  const { rows } = await createApi(trademarkContract, send).list({ query: {} })
  const trademarkId = rows.find(({ status }) => status === 'Approved')!.id
  const file = await imageFile('halal.png', 'Halal')
  const uploaded = await request.post('/api/uploads?purpose=certificate', { headers, multipart: { file } })
  const { hash, ext, name, mime, size } = mediaContract.upload.answer.parse(await uploaded.json())
  const certificates: z.input<typeof CertificateInput>[] = [
    { hash, ext, name, mime, size, type: 'Halal', title: 'Not yet reviewed' },
  ]
  const products: Sku[] = []
  for (const product of names) {
    const details = { sku_details: { Taste: 'Sweet|Light' }, sku_details_order: ['Taste'] }
    const sku = `E2E-${crypto.randomUUID().slice(0, 8)}`
    products.push(await skus.create({ body: { name: product, sku, trademarkId, details, certificates } }))
  }
  return {
    products,
    async remove() {
      for (const { id } of products) await skus.remove({ params: { id } })
    },
  }
}
