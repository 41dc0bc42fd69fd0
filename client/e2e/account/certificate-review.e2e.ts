import { expect } from '@playwright/test'
import { createApi } from '#client/core/http/api.ts'
import { test } from '#client/e2e/setup/assay-test.ts'
import { newMerchant, registerBusinessAndTrademark } from '#client/e2e/setup/new-merchant.ts'
import { signInAsAdministrator } from '#client/e2e/setup/sign-in.ts'
import { mediaContract } from '#shared/media/contract.ts'
import { skuContract } from '#shared/sku/contract.ts'
import { trademarkContract } from '#shared/trademark/contract.ts'

/** One empty page. */
const pdf = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj
trailer<</Root 1 0 R/Size 4>>
%%EOF
`

test('shows a PDF certificate inside of the review, beside its details, and approves it [AD03]', async ({
  page,
  baseURL,
  administrator,
}) => {
  const merchant = await newMerchant(baseURL!)
  await registerBusinessAndTrademark(baseURL!, merchant)
  const { jwt } = await merchant.account.signIn({ body: { identifier: merchant.email, password: merchant.password } })
  const form = new FormData()
  form.set('file', new Blob([pdf], { type: 'application/pdf' }), 'halal.pdf')
  const headers = { authorization: `Bearer ${jwt}` }
  const sent = await fetch(`${baseURL}/api/uploads?purpose=certificate`, { method: 'POST', headers, body: form })
  const { hash, ext, name, mime, size } = mediaContract.upload.answer.parse(await sent.json())
  const [trademark] = (await createApi(trademarkContract, merchant.send).list({ query: {} })).rows
  const title = `Halal of ${merchant.company}`
  await createApi(skuContract, merchant.send).create({
    body: {
      name: 'Cloud tea',
      sku: 'CT-1',
      trademarkId: trademark!.id,
      details: {},
      certificates: [{ type: 'Halal', title, hash, ext, name, mime, size }],
    },
  })

  await signInAsAdministrator(page, administrator, `/sku?search=${encodeURIComponent(title)}`)
  const row = page.getByRole('row', { name: new RegExp(title) })
  await row.getByRole('button', { name: /^Details/ }).click()
  // A frame of the file itself would download it: the server sends PDFs as attachments.
  await expect(page.getByTitle('halal.pdf')).toHaveAttribute('src', /^blob:/)
  await page.getByRole('button', { name: 'Approved', exact: true }).click()
  await expect(row.getByRole('cell', { name: 'Approved', exact: true })).toBeVisible()
})
