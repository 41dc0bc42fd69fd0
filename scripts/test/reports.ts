import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { ReportRow } from '#scripts/attack/setup/report-rows.ts'
import { idsIn, type NamedTest } from '#scripts/checklist/table.ts'
import { omit } from '#shared/core/omit.ts'

type NamedSkip = { file: string; title: string }
export type TestFailure = { file: string; title: string; message: string }
/** The report of a suite. */
export type Report = {
  passed: number
  failed: number
  /** Tests whose programs this machine does not have. They are not in `tests`. */
  skipped: NamedSkip[]
  tests: NamedTest[]
  faults: TestFailure[]
  /** The first failures of tests that passed when they were repeated. These tests are not in `passed`. */
  flaky: TestFailure[]
}

type VitestFile = {
  name: string
  status: string
  message: string
  assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
}
type VitestReport = { numPassedTests: number; testResults: VitestFile[] }

export function readVitest(report: unknown): Report {
  const { numPassedTests, testResults } = report as VitestReport
  const faults = testResults.flatMap(faultsOf)
  const all = testResults.flatMap(({ name, status: fileStatus, assertionResults }) =>
    assertionResults.map(({ fullName, status }) => ({
      file: relative(process.cwd(), name),
      title: fullName,
      passed: status === 'passed',
      // Tests that a failed hook kept from running are part of its failure.
      skipped: fileStatus !== 'failed' && neverRan.includes(status),
    })),
  )
  const tests = all.filter((one) => !one.skipped).map((test) => omit(test, 'skipped'))
  const skipped = all.filter((one) => one.skipped).map(({ file, title }) => ({ file, title }))
  return { passed: numPassedTests, failed: faults.length, skipped, tests, faults, flaky: [] }
}

/** Findings of `npm run attack`. */
export function readAttack(report: unknown): Report {
  const rows = (report as ReportRow[]).map((row) => ({
    ...row,
    file: 'npm run attack',
    title: `${row.probe}: ${row.figure}`,
  }))
  const of = (outcome: ReportRow['outcome']) => rows.filter((row) => row.outcome === outcome)
  const faults = of('failed').map(({ file, title, bound }) => ({ file, title, message: `bound ${bound}` }))
  const skipped = of('skipped').map(({ file, title }) => ({ file, title }))
  return { passed: of('passed').length, failed: faults.length, skipped, tests: [], faults, flaky: [] }
}

const neverRan = ['skipped', 'pending', 'todo', 'disabled']

/** A file that failed without naming a test, such as one that could not be loaded, is one failure. */
function faultsOf({ name, status, message, assertionResults }: VitestFile): TestFailure[] {
  const file = relative(process.cwd(), name)
  const failed = assertionResults.filter((one) => one.status === 'failed')
  if (status === 'failed' && failed.length === 0) return [{ file, title: 'the whole file', message }]
  return failed.map(({ fullName, failureMessages }) => ({ file, title: fullName, message: failureMessages.join('\n') }))
}

/** The report after some files of a run were repeated alone. */
export function mergeRerun(first: Report, again: Report): Report {
  const files = new Set(first.faults.map(({ file }) => file))
  const others = first.tests.filter(({ file }) => !files.has(file))
  const fails = ({ file, title }: TestFailure) => again.faults.some((one) => one.file === file && one.title === title)
  const flaky = first.faults.filter((fault) => !fails(fault))
  // A file that could not be loaded at first names no test.
  const isFlaky = ({ file, title }: NamedTest) => flaky.some((one) => one.file === file && one.title === title)
  const passed = [...others, ...again.tests].filter((test) => test.passed && !isFlaky(test)).length
  return {
    ...again,
    passed,
    skipped: [...first.skipped.filter(({ file }) => !files.has(file)), ...again.skipped],
    tests: [...others, ...again.tests],
    flaky,
  }
}

type PlaywrightStep = { title: string; steps?: PlaywrightStep[] }
type PlaywrightTest = { status: string; results: { errors: { message?: string }[]; steps?: PlaywrightStep[] }[] }
type PlaywrightSpec = { title: string; ok: boolean; tests: PlaywrightTest[] }
type PlaywrightSuite = { file: string; specs: PlaywrightSpec[]; suites?: PlaywrightSuite[] }
type PlaywrightReport = {
  stats: { expected: number }
  errors: { message?: string }[]
  suites: PlaywrightSuite[]
}

export function readPlaywright(report: unknown): Report {
  const { stats, errors, suites } = report as PlaywrightReport
  const all = suites.flatMap(specs)
  const isSkipped = ({ tests }: PlaywrightSpec) => tests.every(({ status }) => status === 'skipped')
  const ran = all.filter((spec) => !isSkipped(spec))
  const withStatus = (status: string) => ran.flatMap((spec) => faultOf(spec, status))
  const faults = withStatus('unexpected')
  if (faults.length === 0) {
    faults.push(...errors.map(({ message = '' }) => ({ file: 'client/e2e', title: 'the whole run', message })))
  }
  return {
    passed: stats.expected,
    failed: faults.length,
    skipped: all.filter(isSkipped).map(({ file, title }) => ({ file, title })),
    tests: ran.map((spec) => ({ file: spec.file, title: spec.title, passed: spec.ok, ...stepsOf(spec) })),
    faults,
    flaky: withStatus('flaky'),
  }
}

function specs({ file, specs: own, suites = [] }: PlaywrightSuite): (PlaywrightSpec & { file: string })[] {
  return [...own.map((spec) => ({ ...spec, file: `client/e2e/${file}` })), ...suites.flatMap(specs)]
}

/** The steps of the last attempt that name requirements. */
function stepsOf({ tests }: PlaywrightSpec): Pick<NamedTest, 'steps'> {
  const titles = (steps: PlaywrightStep[] = []): string[] =>
    steps.flatMap(({ title, steps: inner }) => [title, ...titles(inner)])
  const steps = titles(tests.at(-1)?.results.at(-1)?.steps).filter((title) => idsIn(title).length > 0)
  return steps.length > 0 ? { steps } : {}
}

function faultOf({ file, title, tests }: PlaywrightSpec & { file: string }, status: string): TestFailure[] {
  return tests
    .filter((one) => one.status === status)
    .map(({ results }) => {
      const errors = results.flatMap((result) => result.errors)
      return { file, title, message: errors[0]?.message ?? '' }
    })
}

/** A short summary for the end of the output. */
export function formatFailure({ file, title, message }: TestFailure): string {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '')
  return [`  ${file} › ${title}`, ...lines.slice(0, 12).map((line) => `      ${line.slice(0, 200)}`)].join('\n')
}
