import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import lighthouse, { defaultConfig } from 'lighthouse'
import { createApi, type Send } from '#client/core/http/api.ts'
import { startAssay } from '#client/e2e/setup/start-assay.ts'
import { authContract } from '#shared/auth/contract.ts'
import { orderContract } from '#shared/order/contract.ts'
import { demoSignIns } from './seed/accounts.ts'
import { buildIfChanged } from './start/build.ts'
import { requireChromium } from './test/browser.ts'
import { chromiumOptions } from './test/chromium.ts'

/**
 * `npm run lighthouse` measures the built pages of its own Assay. The exit code is 0 only if all scores are sufficient.
 */
const office = { accessibility: 90, 'best-practices': 90 }
const shopper = { performance: 95, accessibility: 95, 'best-practices': 95, seo: 95 }
type Least = Partial<typeof shopper>
/** The address of a code contains its secret, so its page asks search engines not to index it. Other pages must not do so. */
const skipAudits = ['is-crawlable']

requireChromium()
buildIfChanged()
const assay = await startAssay()
const profile = mkdtempSync(join(tmpdir(), 'assay-lighthouse-'))
const browser = await chromium.launchPersistentContext(profile, chromiumOptions('--remote-debugging-port=0'))
// Chromium writes the port that it has opened into this file.
const port = Number(readFileSync(join(profile, 'DevToolsActivePort'), 'utf8').split('\n')[0])
let isGood = true
/**
 * Lighthouse slows the processor down to that of an average phone: four times on a machine of this speed, less on a slower one.
 */
const usualSpeed = 1500
let speed = usualSpeed
try {
  await measure('Landing', '/', office)
  const code = await signIn()
  await measure('Dashboard', '/', office)
  await browser.clearCookies()
  await measure('Verify page', code, shopper)
} finally {
  await browser.close()
  await assay.end()
  rmSync(profile, { recursive: true, force: true })
}
process.exit(isGood ? 0 : 1)

/** Prints one line for each category, and the audits that lowered a score that is too low. */
async function measure(name: string, path: string, least: Least): Promise<void> {
  const { lhr } = (await lighthouse(assay.url + path, {
    port,
    skipAudits,
    onlyCategories: Object.keys(least),
    disableStorageReset: true,
    throttling: {
      ...defaultConfig.settings!.throttling,
      cpuSlowdownMultiplier: Math.min(4, Math.max(1, (4 * speed) / usualSpeed)),
    },
  }))!
  if (lhr.runtimeError) throw new Error(lhr.runtimeError.message)
  speed = lhr.environment.benchmarkIndex
  for (const [category, wanted] of Object.entries(least)) {
    const { score, auditRefs } = lhr.categories[category]!
    const points = Math.round((score ?? 0) * 100)
    const isEnough = points >= wanted
    isGood &&= isEnough
    say(`${isEnough ? '✓' : '✗'} ${name.padEnd(12)} ${category.padEnd(15)} ${points} of at least ${wanted}`)
    for (const { id, weight } of auditRefs) {
      const { score, title, displayValue = '' } = lhr.audits[id]!
      if (weight > 0 && score !== null && score < 1) say(`    ${id}: ${title} ${displayValue}`)
    }
  }
}

/** Signs the browser in as the seeded merchant. Returns the path of one of its active codes. */
async function signIn(): Promise<string> {
  const send =
    (own: Record<string, string> = {}): Send =>
    async ({ method, url, body, headers }) => {
      const answer = await browser.request.fetch(assay.url + url, {
        method,
        headers: { ...headers, ...own },
        data: body,
      })
      return { status: answer.status(), body: await answer.json() }
    }
  const { email, password } = demoSignIns[0]!
  const { jwt } = await createApi(authContract, send()).signIn({ body: { identifier: email, password } })
  const headers = { authorization: `Bearer ${jwt}` }
  const { rows } = await createApi(orderContract, send(headers)).list({ query: {} })
  const order = rows.find(({ activated }) => activated > 0)!
  const codes = await browser.request.get(`${assay.url}/api/tag/download/${order.id}?type=active&limit=1`, { headers })
  const printed = (await codes.text()).trim().split(/\r?\n/)[1]!.replaceAll('"', '')
  return new URL(printed).pathname
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
