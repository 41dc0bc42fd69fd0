import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'

const debianChromium = '/usr/bin/chromium'

/** Real Chromium against a whole Assay that `start-assay.ts` starts on a folder and a port of its own. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  outputDir: join(tmpdir(), `assay-e2e-${process.ppid}`),
  globalSetup: './start-assay.ts',
  timeout: 120_000,
  workers: 1,
  retries: 0,
  forbidOnly: true,
  use: {
    viewport: { width: 1280, height: 900 },
    trace: 'off',
    // Tests of the installed app let theirs in; elsewhere each context would fetch the whole console.
    serviceWorkers: 'block',
    launchOptions: {
      ...(existsSync(debianChromium) && { executablePath: debianChromium }),
      args: [
        '--no-sandbox',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
