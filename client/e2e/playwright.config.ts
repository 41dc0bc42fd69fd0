import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { chromiumOptions } from '#scripts/test/chromium.ts'

/** One folder for a run: its workers read this file again. */
const outputDir = process.env.ASSAY_TEST_FOLDER ?? join(tmpdir(), `assay-e2e-${process.pid}`)
process.env.ASSAY_TEST_FOLDER = outputDir

/** Real Chromium against whole Assays, one for each worker, on folders and ports of their own. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  outputDir,
  globalSetup: './setup/build-pages.ts',
  timeout: 120_000,
  // Two browsers and two servers may share two cores: what is right may take its time.
  expect: { timeout: 20_000 },
  // Browsers wait more than they work.
  workers: 2,
  // A shared machine that stalls for seconds may upset what waits; what fails twice is a fault. Each first failure is told.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: true,
  use: {
    // Ends a test whose click led nowhere, instead of leaving it to the limit of the whole test.
    actionTimeout: 45_000,
    navigationTimeout: 45_000,
    viewport: { width: 1280, height: 900 },
    trace: 'off',
    // Tests of the installed app let theirs in; elsewhere each context would fetch the whole console.
    serviceWorkers: 'block',
    launchOptions: chromiumOptions(),
  },
})
