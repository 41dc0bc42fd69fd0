import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { chromiumOptions } from '#scripts/test/chromium.ts'
import { startupEnvironment } from '#server/core/test/process/startup-environment.ts'

/** One folder per run. It is passed on, because each worker reads this file again. */
const outputDir = process.env.ASSAY_TEST_FOLDER ?? join(tmpdir(), `assay-e2e-${process.pid}`)
process.env.ASSAY_TEST_FOLDER = outputDir
// An Assay is eight processes of Node; each finds its modules compiled.
process.env = { ...startupEnvironment, ...process.env }

/** Runs Chromium against started Assays, one per worker, each with its own folders and ports. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  outputDir,
  globalSetup: './setup/build-pages.ts',
  // Only ends a test that hangs: each condition and action has its own timeout, which a machine at a fourth of the usual speed keeps.
  timeout: 900_000,
  expect: { timeout: 90_000 },
  // With two workers, two cores are idle for a quarter of the time, because some tests wait for sensors, chains and mails.
  workers: 4,
  // One in `.ci/run`, which counts a test that passes then as flaky and reports its first failure. A test that fails twice is broken.
  retries: process.env.ASSAY_REPEAT_FAILED ? 1 : 0,
  forbidOnly: true,
  use: {
    actionTimeout: 90_000,
    navigationTimeout: 90_000,
    viewport: { width: 1280, height: 900 },
    trace: 'off',
    // Transitions would only be waited for. Tests of an animation ask for it.
    reducedMotion: 'reduce',
    // Only tests of the installed app allow service workers; otherwise each context would download the whole console.
    serviceWorkers: 'block',
    // A page is open for seconds only, so its optimized code is hardly used. Without it Chromium needs a tenth less time.
    launchOptions: chromiumOptions('--js-flags=--no-maglev --no-turbofan'),
  },
})
