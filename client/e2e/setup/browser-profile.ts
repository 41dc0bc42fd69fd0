import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext } from '@playwright/test'
import { test as base } from './assay-test.ts'

/** Tests in which a browser ends and is opened again with its stored data: each call opens the same profile. */
export const test = base.extend<{ openProfile: () => Promise<BrowserContext> }>({
  async openProfile({ playwright, launchOptions, baseURL }, use) {
    const profile = await mkdtemp(join(tmpdir(), 'assay-profile-'))
    const opened: BrowserContext[] = []
    await use(async () => {
      const options = { ...launchOptions, serviceWorkers: 'allow', baseURL: baseURL! } as const
      const context = await playwright.chromium.launchPersistentContext(profile, options)
      opened.push(context)
      return context
    })
    // A failed test leaves its browser open.
    for (const context of opened) await context.close().catch(() => undefined)
    await rm(profile, { recursive: true, force: true })
  },
})
