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
 * Node imports the files itself, as it does in production: without the transformations of Vite, and with the compile cache. It
 * runs no TSX and no `vi.mock`.
 */
const native = { environment: 'node', experimental: { viteModuleRunner: false, nodeLoader: false } } as const

/** Four vitest projects. Server tests share one PostgreSQL, started once by their global set-up. */
export default defineConfig({
  test: {
    // More than the two cores of a small machine: many tests wait for databases and processes.
    maxWorkers: 5,
    // Rendering and models create many short-lived objects; the default 16 MB are collected too often.
    execArgv: ['--max-semi-space-size=64'],
    sequence: { sequencer: SlowFilesFirst },
    // Long, so that a busy machine fails no test. A test that passes is not slower.
    testTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    projects: [
      { test: { ...native, name: 'shared', include: ['shared/**/*.test.ts'], isolate: false } },
      {
        test: {
          ...native,
          name: 'server',
          include: ['server/**/*.test.ts'],
          // Loading the whole server again for each file took a third of the time of the tests. Files can share its modules, because
          // its caches are keyed by database.
          isolate: false,
          // The folder is removed after the run, with the files that killed processes leave in it.
          env: { ASSAY_TEST_FOLDER: join(tmpdir(), `assay-test-${process.pid}`) },
          globalSetup: ['server/core/test/global-setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'client',
          include: ['client/**/*.test.{ts,tsx}'],
          exclude: ['client/e2e/**'],
          environment: 'jsdom',
          // A context for each file instead of a process: jsdom is loaded once in each process.
          pool: 'vmForks',
          setupFiles: ['client/core/test/node-globals.ts', 'client/core/test/setup.ts'],
          // react and react-dom stay as they are: Testing Library imports them, too.
          deps: { optimizer: { client: { enabled: true, include: merged, exclude: ['react-dom'] } } },
        },
      },
      {
        test: {
          ...native,
          name: 'scripts',
          include: ['scripts/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
