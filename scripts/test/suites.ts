import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { availableTool } from '#scripts/tool/tool.ts'
import { hasChromium } from './chromium.ts'
import { mergeRerun, type Report, readAttack, readPlaywright, readVitest } from './reports.ts'
import { print, runProgram } from './step.ts'

export type SuiteReport = Report & { code: number }
/** A slow machine does not explain a longer delay. */
const mostRepeated = 3

export async function unitTests(): Promise<SuiteReport> {
  const first = await vitest([])
  const files = [...new Set(first.faults.map(({ file }) => file))]
  if (!process.env.ASSAY_REPEAT_FAILED || files.length === 0 || files.length > mostRepeated) return first
  print(`\n── Once more, by themselves: ${files.join(', ')}`)
  const again = await vitest(files)
  return { code: again.code, ...mergeRerun(first, again) }
}

/** Without a browser they are listed, which names each as skipped. */
export async function browserTests(): Promise<SuiteReport> {
  if (hasChromium()) return playwright()
  const { code, tests, skipped } = await playwright('--list')
  const named = [...skipped, ...tests.map(({ file, title }) => ({ file, title }))]
  return { code, passed: 0, failed: 0, skipped: named, tests: [], faults: [], flaky: [] }
}

/** The programs of the quick probes. Probes that lack theirs are skipped. Returns whether all are available. */
export const installAttackTools = (): boolean =>
  ['wrk', 'zzuf', 'faketime'].map((name) => availableTool({ name, packages: { debian: name } })).every(Boolean)

/** The probes of `npm run attack` that cost seconds. */
export function attackProbes(): Promise<SuiteReport> {
  return counted((report) => node('scripts/attack.ts', ['--quick', `--report=${report}`]), readAttack)
}

function playwright(...more: string[]): Promise<SuiteReport> {
  return counted(async (report) => {
    const args = ['test', '--config', 'client/e2e/playwright.config.ts', '--reporter=list,json', ...more]
    const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: report, ASSAY_TEST_FOLDER: join(dirname(report), 'pages') }
    return node('node_modules/@playwright/test/cli.js', args, env)
  }, readPlaywright)
}

function vitest(files: string[]): Promise<SuiteReport> {
  return counted(async (report) => {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    return node('node_modules/vitest/vitest.mjs', ['run', '--config', 'vitest.workspace.ts', ...reporters, ...files])
  }, readVitest)
}

function node(file: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  return runProgram(process.execPath, [file, ...args], env)
}

async function counted(
  run: (report: string) => Promise<number>,
  read: (report: unknown) => Report,
): Promise<SuiteReport> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-report-'))
  const report = join(folder, 'report.json')
  try {
    const code = await run(report)
    return { code, ...read(JSON.parse(readFileSync(report, 'utf8'))) }
  } catch (error) {
    const { message } = error as Error
    print(`No report: ${message}`)
    const fault = { file: 'the whole suite', title: 'no report', message }
    return { code: 1, passed: 0, failed: 1, skipped: [], tests: [], faults: [fault], flaky: [] }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
