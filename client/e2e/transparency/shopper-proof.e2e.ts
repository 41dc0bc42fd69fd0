import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, type Page } from '@playwright/test'
import { accessibilityViolations } from '#client/e2e/setup/accessibility.ts'
import { test } from '#client/e2e/setup/assay-test.ts'
import { blockHeader } from '#client/e2e/verify/block-merkle-root.ts'
import { shopperCodes } from '#client/e2e/verify/shopper-codes.ts'
import { serveEsplora } from '#server/transparency/test/esplora.ts'
import { unpackProofArchive } from '#shared/transparency/archive/proof-archive.ts'
import { sha256Of } from '#shared/transparency/crypto.ts'
import { readOts } from '#shared/transparency/ots/read-ots.ts'

/** What a shopper can do with a real code and a phone: from the verify page to the proof without us. */
test.use({ viewport: { width: 390, height: 844 }, locale: 'en-US' })

const folder = mkdtempSync(join(tmpdir(), 'assay-shopper-'))
const [checker, archive] = [join(folder, 'verify.html'), join(folder, 'proof.zip')]
test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The height of the block in an archive; null while the transaction is not final. */
function heightIn(zip: Uint8Array): number | null {
  const bundle = unpackProofArchive(zip)
  if ('fault' in bundle || !bundle.ots) return null
  return readOts(bundle.ots, sha256Of(bundle.payload)).attestations[0]?.height ?? null
}

async function saveProof(page: Page): Promise<number | null> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download the proof (.zip)' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^proof-[0-9A-Z]{26}\.zip$/)
  await download.saveAs(archive)
  return heightIn(new Uint8Array(readFileSync(archive)))
}

async function look(page: Page, name: string): Promise<void> {
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width, `${name} scrolls sideways`).toBeLessThanOrEqual(page.viewportSize()!.width)
  expect(await accessibilityViolations(page), name).toEqual([])
  if (process.env.CHECKER_SHOTS)
    await page.screenshot({ path: join(process.env.CHECKER_SHOTS, `${name}.png`), fullPage: true })
}

test('takes a proof from the verify page and checks it from the disk, offline and with an explorer [VE03]', async ({
  page,
  assay,
}) => {
  const { unvisited } = await shopperCodes(assay)
  await page.goto(`/v/${unvisited}`)
  await page.locator('details.folded > summary', { hasText: 'Proof' }).click()
  await expect(page.getByText('Proof checked in your browser')).toBeVisible()
  await expect.poll(() => saveProof(page), { timeout: 90_000 }).not.toBeNull()
  const height = heightIn(new Uint8Array(readFileSync(archive)))!
  const saved = await page.request.get('/verify.html?download')
  expect(saved.headers()['content-disposition']).toBe('attachment; filename="verify.html"')
  writeFileSync(checker, await saved.body())

  await page.context().setOffline(true)
  await page.goto(pathToFileURL(checker).href)
  await page.locator('input[type=file]').first().setInputFiles(archive)
  await expect(page.locator('.result h2')).toContainText('The proof is genuine')
  await expect(page.locator('.result')).toContainText('Olivar del Sur')
  const bitcoin = page.locator('.result section', { has: page.getByRole('heading', { name: 'Bitcoin' }) })
  await expect(bitcoin).toContainText(`The file leads to Bitcoin block ${height}. Not checked here yet`)
  await look(page, 'shopper-offline')

  await page.context().setOffline(false)
  const explorer = await serveEsplora((at) => blockHeader(join(assay.dataDir, 'services.json'), at))
  await page.getByLabel('Address of a Bitcoin explorer (Esplora)').fill('http://127.0.0.1:1/api')
  await page.getByRole('button', { name: 'Ask the explorer' }).click()
  await expect(bitcoin).toContainText('The source does not answer')
  await page.getByLabel('Address of a Bitcoin explorer (Esplora)').fill(explorer.url)
  await page.getByRole('button', { name: 'Ask the explorer' }).click()
  // The chain of this Assay is a test network: nothing in it confirms a time.
  await expect(bitcoin).toContainText('It is of a test network, such as regtest')
  await expect(bitcoin).not.toContainText('Confirmed')
  const { header } = await blockHeader(join(assay.dataDir, 'services.json'), height)
  await look(page, 'shopper-test-network')
  explorer.close()

  // The same by headers that somebody gave the shopper; then those of another block.
  await page.locator('input[type=file]').first().setInputFiles(archive)
  await expect(bitcoin).toContainText('Not checked here yet')
  const give = (text: string) =>
    bitcoin
      .locator('input[type=file]')
      .setInputFiles({ name: 'headers.txt', mimeType: 'text/plain', buffer: Buffer.from(text) })
  const other = await blockHeader(join(assay.dataDir, 'services.json'), height - 1)
  await give(other.header)
  await expect(bitcoin).toContainText(`This is not the header of block ${height} of the proof.`)
  await give(`${other.header}\n${header}`)
  await expect(bitcoin).toContainText('It is of a test network, such as regtest')
})
