import { relative } from 'node:path'
import type { NamedTest } from '#scripts/checklist/table.ts'

/** What a suite said of itself. */
export type Report = { passed: number; failed: number; tests: NamedTest[] }

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  testResults: { name: string; status: string; assertionResults: { fullName: string; status: string }[] }[]
}

/** A file that could not be loaded has no tests to count: it is one failure. */
export function readVitest(report: unknown): Report {
  const { numPassedTests, numFailedTests, testResults } = report as VitestReport
  const broken = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
  const tests = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, status }) => ({
      file: relative(process.cwd(), name),
      title: fullName,
      passed: status === 'passed',
    })),
  )
  return { passed: numPassedTests, failed: numFailedTests + broken.length, tests }
}

type PlaywrightSuite = { file: string; specs: { title: string; ok: boolean }[]; suites?: PlaywrightSuite[] }
type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number }
  errors: unknown[]
  suites: PlaywrightSuite[]
}

/** A test that passed only when repeated counts as passed; Playwright has told how it failed first, and lists it as flaky. */
export function readPlaywright(report: unknown): Report {
  const { stats, errors, suites } = report as PlaywrightReport
  const ended = stats.unexpected === 0 && errors.length > 0
  return { passed: stats.expected + stats.flaky, failed: ended ? 1 : stats.unexpected, tests: suites.flatMap(specs) }
}

function specs({ file, specs: own, suites = [] }: PlaywrightSuite): NamedTest[] {
  const tests = own.map(({ title, ok }) => ({ file: `client/e2e/${file}`, title, passed: ok }))
  return [...tests, ...suites.flatMap(specs)]
}
