import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { zipSync } from 'fflate'
import { overlappingArchive, proofArchive } from '#client/e2e/transparency/proof-archive.ts'
import { boundedFinding, type Probe, Unavailable, zeroFinding } from '#scripts/attack/setup/probe.ts'
import { installChromium } from '#scripts/test/browser.ts'
import { chromiumOptions } from '#scripts/test/chromium.ts'

const built = join(import.meta.dirname, '../../../dist/transparency/page/verify.html')
const own = proofArchive('log.example/own')
/** Each has another result than the one before it. */
const archives: Record<string, { file: Buffer; result: RegExp }> = {
  '65,000 overlapping files': { file: overlappingArchive(), result: /more files than a proof has/ },
  'a small stated size': { file: lyingArchive(90_000), result: /damaged/ },
  'a size above the limit': { file: lyingArchive(200_000_000), result: /far larger than a proof/ },
  'a genuine proof': { file: own.zip, result: /The proof is genuine/ },
}
const maxMs = 10_000
const maxFrozenMs = 1_000

/** The page that checks proofs names the fault of each archive soon, stays usable meanwhile, and checks the next one. */
export const hostileArchives: Probe = async () => {
  if (!installChromium()) throw new Unavailable('needs Chromium')
  const folder = mkdtempSync(join(tmpdir(), 'assay-archives-'))
  const browser = await chromium.launch(chromiumOptions())
  const odd: string[] = []
  let slowest = 0
  let frozen = 0
  try {
    const page = await browser.newPage({ locale: 'en-US' })
    await page.setContent(readFileSync(built, 'utf8').replace('>POLICY<', () => `>${encodeURIComponent(own.policy)}<`))
    await watchFrames(page)
    for (const [name, { file, result }] of Object.entries(archives)) {
      // From a file, because the page would have to unpack bytes that are sent to it.
      const path = join(folder, 'proof.zip')
      writeFileSync(path, file)
      const startedAt = performance.now()
      await page.locator('input[type=file]').first().setInputFiles(path)
      const expected = page.locator('.result').filter({ hasText: result })
      await expected.waitFor({ timeout: 2 * maxMs }).catch(() => odd.push(name))
      slowest = Math.max(slowest, performance.now() - startedAt)
      frozen = Math.max(frozen, await page.evaluate(() => (window as unknown as Watched).takeLongestFrame()))
    }
  } finally {
    await browser.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return [
    zeroFinding(odd, Object.keys(archives).length, 'archives got no result or another one'),
    boundedFinding(slowest, maxMs, 'ms', 'the slowest result after '),
    boundedFinding(frozen, maxFrozenMs, 'ms', 'the page did not respond for '),
  ]
}

type Watched = { takeLongestFrame(): number }

/** Measures the longest time between two frames since the last question. */
async function watchFrames(page: Page): Promise<void> {
  await page.evaluate(() => {
    let longest = 0
    let last = performance.now()
    const frame = (now: number) => {
      longest = Math.max(longest, now - last)
      last = now
      requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
    ;(window as unknown as Watched).takeLongestFrame = () => {
      const found = longest
      longest = 0
      return found
    }
  })
}

/** An archive with a file that unpacks to 200 MB and states another size in both of its headers. */
function lyingArchive(statedBytes: number): Buffer {
  const archive = Buffer.from(zipSync({ 'payload.json': new Uint8Array(200_000_000) }))
  archive.writeUInt32LE(statedBytes, 22)
  archive.writeUInt32LE(statedBytes, archive.readUInt32LE(archive.length - 6) + 24)
  return archive
}
