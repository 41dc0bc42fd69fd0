import { globSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { SlowFilesFirst } from './scripts/test/slow-files-first.ts'
import { startupEnvironment } from './server/core/test/process/startup-environment.ts'

// Workers inherit it: packages are compiled at their first import, not again in every worker.
process.env = { ...startupEnvironment, ...process.env }

/**
 * Packages of thousands of files, which Vite merges into one for the tests. A package belongs here only if everything that
 * imports it is in this list or is a source of ours, because others would load a second copy.
 */
const merged = ['@chakra-ui/react', '@chakra-ui/react/theme', 'react-icons/lu']

/**
 * Client tests of functions: they render no screen, open no database and know no session, so they leave nothing behind and
 * share their processes. For a small test, the start of a process with jsdom takes longer than the test.
 */
const functionTests = globSync('client/**/*.test.ts').filter(
  (file) =>
    !/^client\/(app|core|e2e|sync)\//.test(file) &&
    !/screen\.fixture|fake-indexeddb|engine|session/.test(readFileSync(file, 'utf8')),
)

/** What all tests of the client have in common. */
const client = {
  environment: 'jsdom',
  setupFiles: ['client/core/test/setup.ts'],
  // react and react-dom stay as they are: Testing Library imports them, too.
  deps: { optimizer: { client: { enabled: true, include: merged, exclude: ['react-dom'] } } },
}

/** Five vitest projects. Server tests share one PostgreSQL, started once by their global set-up. */
export default defineConfig({
  test: {
    // More than the two cores of a small machine: many tests wait for databases and processes.
    maxWorkers: 5,
    // Rendering and models create many short-lived objects; the default 16 MB are collected too often.
    execArgv: ['--max-semi-space-size=64'],
    sequence: { sequencer: SlowFilesFirst },
    // What is waited for comes, however busy the machine is.
    testTimeout: 20_000,
    expect: { poll: { timeout: 10_000 } },
    projects: [
      { test: { name: 'shared', include: ['shared/**/*.test.ts'], environment: 'node', isolate: false } },
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
      { test: { name: 'client-functions', include: functionTests, isolate: false, ...client } },
      {
        test: {
          name: 'client',
          include: ['client/**/*.test.{ts,tsx}'],
          exclude: ['client/e2e/**', ...functionTests],
          ...client,
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
