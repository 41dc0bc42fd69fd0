import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, test as base } from '@playwright/test'
import { administratorLink, firstAdministrator } from '#server/auth/administrator.ts'
import { type Assay, startAssay } from './start-assay.ts'

/**
 * Tests of a started Assay, one per worker: relative URLs refer to it, and `administrator` is a one-time link for each
 * test. Tests of several files share it, so each restores the data that others depend on.
 */
export const test = base.extend<{ administrator: string; told: undefined }, { assay: Assay }>({
  assay: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from this pattern.
    async ({}, use) => {
      const assay = await startAssay()
      await use(assay)
      await assay.end()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ assay }, use) => use(assay.url),
  administrator: async ({ assay }, use) => use(await newAdministratorLink(assay.dataDir)),
  // Must be set up before the context is closed.
  told: [
    async ({ browser, context: _ }, use, info) => {
      await use(undefined)
      if (info.status !== info.expectedStatus) await logPages(browser, info.title)
    },
    { auto: true },
  ],
})

/** Logs the text of the open pages when a test failed, for logs without a screenshot. */
async function logPages(browser: Browser, title: string): Promise<void> {
  for (const page of browser.contexts().flatMap((context) => context.pages())) {
    const shown = await page.ariaSnapshot({ timeout: 3000 }).catch((error: Error) => error.message)
    process.stdout.write(`${title}: ${page.url()}\n${shown.slice(0, 6000)}\n`)
  }
}

/** Creates an administrator link as `npm start` does, from its stored data. */
async function newAdministratorLink(dataDir: string): Promise<string> {
  const services = JSON.parse(readFileSync(join(dataDir, 'services.json'), 'utf8')) as Record<string, string>
  const config = { databaseUrl: services.databaseUrl!, publicUrl: services.url! }
  return administratorLink(config, (await firstAdministrator(config))!)
}
