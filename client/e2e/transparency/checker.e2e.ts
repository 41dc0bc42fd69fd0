import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, type Page, test } from '@playwright/test'
import { strToU8, unzipSync, zipSync } from 'fflate'
import { accessibilityViolations } from '#client/e2e/setup/accessibility.ts'
import { overlappingArchive, proofArchive } from './proof-archive.ts'

/** A person who has only the page and the archive, on a phone without a network. */
const folder = mkdtempSync(join(tmpdir(), 'assay-checker-'))
const page = join(folder, 'verify.html')
const own = proofArchive('log.example/own')

test.beforeAll(() => {
  const built = join(import.meta.dirname, '../../../dist/transparency/page/verify.html')
  expect(statSync(built).size).toBeLessThan(200_000)
  writeFileSync(
    page,
    readFileSync(built, 'utf8').replace('>POLICY<', () => `>${encodeURIComponent(own.policy)}<`),
  )
})
test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

function changed(): Buffer {
  const files = unzipSync(own.zip)
  files['payload.json'] = strToU8(Buffer.from(files['payload.json']!).toString().replace('Pahang', 'Assam'))
  return Buffer.from(zipSync(files))
}

async function open(tab: Page): Promise<string[]> {
  const complaints: string[] = []
  tab.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  // The page starts the worker that reads an archive from a `blob:` URL of its own.
  tab.on('request', (request) => !/^(file|blob):/.test(request.url()) && complaints.push(request.url()))
  await tab.context().setOffline(true)
  await tab.goto(pathToFileURL(page).href)
  return complaints
}

async function choose(tab: Page, buffer: Buffer): Promise<void> {
  await tab
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'proof.zip', mimeType: 'application/zip', buffer })
}

async function inspect(tab: Page, name: string): Promise<void> {
  const width = await tab.evaluate(() => document.documentElement.scrollWidth)
  expect(width, `${name} scrolls sideways`).toBeLessThanOrEqual(tab.viewportSize()!.width)
  expect(await accessibilityViolations(tab), name).toEqual([])
  if (process.env.CHECKER_SHOTS)
    await tab.screenshot({ path: join(process.env.CHECKER_SHOTS, `${name}.png`), fullPage: true })
}

const titles = {
  'en-US': ['The proof is genuine', 'This proof is not valid', 'This proof belongs to another log'],
  'ru-RU': ['Доказательство подлинное', 'Это доказательство недействительно', 'Это доказательство из другого журнала'],
} as const

for (const [locale, [genuine, broken, foreign]] of Object.entries(titles)) {
  test.describe(locale, () => {
    test.use({ locale, viewport: { width: 390, height: 844 } })
    test(`tells a genuine, a changed and a foreign proof apart without a network when it is ${locale} [VE03]`, async ({
      page: tab,
    }) => {
      const complaints = await open(tab)
      await inspect(tab, `start-${locale}`)
      const title = tab.locator('.result h2')
      await choose(tab, own.zip)
      await expect(title).toContainText(genuine)
      await expect(tab.locator('.result')).toContainText('Highland Tea')
      await expect(tab.locator('.result')).toContainText('witness.log.example/own')
      await expect(tab.locator('.result dd', { hasText: 'Pahang' })).toBeVisible()
      await inspect(tab, `genuine-${locale}`)
      await choose(tab, changed())
      await expect(title).toContainText(broken)
      await expect(tab.locator('.result')).not.toContainText('Highland Tea')
      await inspect(tab, `changed-${locale}`)
      await choose(tab, proofArchive('log.example/foreign').zip)
      await expect(title).toContainText(foreign)
      await inspect(tab, `foreign-${locale}`)
      expect(complaints).toEqual([])
    })
  })
}

test('stays usable with an archive that claims 65,000 files, and checks the next one [VE03]', async ({ page: tab }) => {
  const complaints = await open(tab)
  await choose(tab, overlappingArchive())
  await expect(tab.locator('.result')).toContainText('more files than a proof has')
  await choose(tab, own.zip)
  await expect(tab.locator('.result h2')).toContainText('The proof is genuine')
  expect(complaints).toEqual([])
})

test('gives a time to a check that does not end [VE03]', async ({ page: tab }) => {
  await tab.addInitScript(() => {
    // A worker that never responds, instead of the one of the page.
    const endless = URL.createObjectURL(new Blob(['for (;;);']))
    const Real = Worker
    window.Worker = class extends Real {
      constructor() {
        super(endless)
      }
    }
  })
  await tab.clock.install()
  await open(tab)
  await choose(tab, own.zip)
  await expect(tab.getByRole('status')).toContainText('The proof is being checked.')
  await tab.clock.runFor(10_000)
  await expect(tab.locator('.result')).toContainText('did not end within ten seconds')
})
