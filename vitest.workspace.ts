import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/** Three vitest projects. Server tests share one PostgreSQL, started once by their global set-up. */
export default defineConfig({
  test: {
    // By default one of two cores would idle: many tests wait for databases and processes.
    maxWorkers: 2,
    // What is waited for comes, however busy the machine is.
    testTimeout: 20_000,
    expect: { poll: { timeout: 10_000 } },
    projects: [
      { test: { name: 'shared', include: ['shared/**/*.test.ts'], environment: 'node' } },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          environment: 'node',
          // Loading the whole server anew for each file took as long as a third of the tests; what it keeps goes by database.
          isolate: false,
          // What killed processes leave behind goes with the run.
          env: { ASSAY_TEST_FOLDER: join(tmpdir(), `assay-test-${process.pid}`) },
          globalSetup: ['server/core/test/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'client',
          include: ['client/**/*.test.{ts,tsx}'],
          exclude: ['client/e2e/**'],
          environment: 'jsdom',
          setupFiles: ['client/core/test/setup.ts'],
        },
      },
      {
        test: {
          name: 'scripts',
          include: ['scripts/**/*.test.ts'],
          environment: 'node',
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
