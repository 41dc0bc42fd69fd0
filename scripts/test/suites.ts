import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runProgram } from './step.ts'

type Counted = { code: number; passed: number; failed: number }

export function unitTests(): Promise<Counted> {
  return counted(async (report) => {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    return node('node_modules/vitest/vitest.mjs', ['run', '--config', 'vitest.workspace.ts', ...reporters])
  }, countVitest)
}

export function browserTests(): Promise<Counted> {
  return counted(async (report) => {
    const args = ['test', '--config', 'client/e2e/playwright.config.ts', '--reporter=list,json']
    return node('node_modules/@playwright/test/cli.js', args, { PLAYWRIGHT_JSON_OUTPUT_FILE: report })
  }, countPlaywright)
}

function node(file: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  return runProgram(process.execPath, [file, ...args], env)
}

async function counted(
  run: (report: string) => Promise<number>,
  count: (report: unknown) => Omit<Counted, 'code'>,
): Promise<Counted> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-report-'))
  const report = join(folder, 'report.json')
  try {
    const code = await run(report)
    return { code, ...count(JSON.parse(readFileSync(report, 'utf8'))) }
  } catch (error) {
    console.error(`No report: ${(error as Error).message}`)
    return { code: 1, passed: 0, failed: 1 }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  testResults: { status: string; assertionResults: unknown[] }[]
}

/** A file that could not be loaded has no tests to count: it is one failure. */
export function countVitest(report: unknown): Omit<Counted, 'code'> {
  const { numPassedTests, numFailedTests, testResults } = report as VitestReport
  const broken = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
  return { passed: numPassedTests, failed: numFailedTests + broken.length }
}

type PlaywrightReport = { stats: { expected: number; unexpected: number; flaky: number }; errors: unknown[] }

/** A test that passed only when repeated counts as failed. */
export function countPlaywright(report: unknown): Omit<Counted, 'code'> {
  const { stats, errors } = report as PlaywrightReport
  const failed = stats.unexpected + stats.flaky
  return { passed: stats.expected, failed: failed === 0 && errors.length > 0 ? 1 : failed }
}
