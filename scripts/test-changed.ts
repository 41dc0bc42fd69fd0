import { globSync, readFileSync } from 'node:fs'
import { buildIfChanged } from './start/build.ts'
import { requireChromium } from './test/browser.ts'
import { baseCommit, browserTestsOf, changedFiles } from './test/changed.ts'
import { importRules } from './test/import-rules.ts'
import { check, runProgram, type StepResult, stopPrograms } from './test/step.ts'

/**
 * `npm run test:changed` runs the checks and tests of a change: types, import rules, format and lint of the changed files, the unit and
 * server tests that import them, and browser tests (docs: CONTRIBUTING.md). `npm run test:changed -- COMMIT` compares with
 * another commit than the one where the branch left main.
 */
for (const signal of ['SIGINT', 'SIGTERM', 'disconnect'] as const) {
  process.on(signal, () => void stopPrograms().finally(() => process.exit(1)))
}

const since = process.argv[2] ?? baseCommit()
const changed = changedFiles(since)
const browserTests = browserTestsOf(
  changed,
  globSync('client/e2e/**/*.e2e.ts').map((file) => ({ file, text: readFileSync(file, 'utf8') })),
)
console.log(`${changed.length} files differ from ${since.slice(0, 10)}; ${browserTests.length} files of browser tests.`)

const node = (...args: string[]) => runProgram(process.execPath, args)
const results: StepResult[] = []
if (changed.length > 0) {
  results.push(
    await check('Types', () =>
      node('node_modules/typescript/bin/tsc', '--noEmit', '-p', 'tsconfig.json', '--singleThreaded'),
    ),
    await check('Format and lint', () =>
      node('node_modules/@biomejs/biome/bin/biome', 'check', '--no-errors-on-unmatched', ...changed),
    ),
    await check('Import rules', () => node(...importRules)),
    await check('Unit and server tests', () => {
      // Tests of the verify page render the build.
      buildIfChanged()
      const options = ['--config', 'vitest.workspace.ts', '--changed', since, '--passWithNoTests']
      return node('node_modules/vitest/vitest.mjs', 'run', ...options)
    }),
  )
}
if (browserTests.length > 0) {
  requireChromium()
  results.push(
    await check('Browser tests', () =>
      node(
        'node_modules/@playwright/test/cli.js',
        ...['test', '--config', 'client/e2e/playwright.config.ts', ...browserTests],
      ),
    ),
  )
}
console.log('')
for (const { name, failed, seconds } of results)
  console.log(`${failed > 0 ? '✗' : '✓'} ${name} (${seconds.toFixed(1)} s)`)
process.exitCode = results.some(({ failed }) => failed > 0) ? 1 : 0
process.channel?.unref()
