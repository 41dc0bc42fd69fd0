import { writeChecklist } from './checklist/write.ts'
import { buildIfChanged } from './start/build.ts'
import { installChromium } from './test/browser.ts'
import { importRules } from './test/import-rules.ts'
import { installReference } from './test/opentimestamps-reference.ts'
import { formatFailure, type TestFailure } from './test/reports.ts'
import { secretlint } from './test/secretlint.ts'
import {
  beside,
  check,
  formatCounts,
  formatTable,
  runProgram,
  type StepResult,
  settleFlaky,
  stopPrograms,
  suite,
  total,
} from './test/step.ts'
import { attackProbes, browserTests, installAttackTools, type SuiteReport, unitTests } from './test/suites.ts'
import { typeCheck } from './test/types.ts'

/** Runs all checks and tests of a change. The last line has the counts. The exit code is 0 only without a failure. */
for (const signal of ['SIGINT', 'SIGTERM', 'disconnect'] as const) {
  process.on(signal, () => void stopPrograms().finally(() => process.exit(1)))
}

console.log(
  [
    'One file:    npx vitest run --config vitest.workspace.ts server/order/order.test.ts',
    'One title:   npx vitest run --config vitest.workspace.ts server/order/remove.test.ts -t "withdraws a queued order"',
    'In browser:  npx playwright test --config client/e2e/playwright.config.ts codes.e2e.ts -g "CO05"',
    'A change:    npm run test:changed',
  ].join('\n'),
)

const ran: SuiteReport[] = []
/** Keeps the result of a suite for the final summary and the coverage page. */
const kept = (run: typeof unitTests) => async () => {
  const counted = await run()
  ran.push(counted)
  return counted
}

const types = () => check('Types', () => runProgram(process.execPath, [...typeCheck.args], typeCheck.env))
const lint = () =>
  check('Format and lint', () => runProgram(process.execPath, ['node_modules/@biomejs/biome/bin/biome', 'check', '.']))
const imports = () => check('Import rules', () => runProgram(process.execPath, [...importRules]))
const secrets = () => check('No secrets', () => runProgram(process.execPath, secretlint()))
const attacks = () => suite('Quick attacks', kept(attackProbes))

const begun = performance.now()
let hasAttackTools = false
const outcomes: StepResult[] = [
  await check('Browser is there', async () => (installChromium() ? 0 : 'skipped')),
  await check('Reference reader of .ots files is there', async () => (installReference() ? 0 : 'skipped')),
  await check('Programs of the attacks are there', async () => {
    hasAttackTools = installAttackTools()
    return hasAttackTools ? 0 : 'skipped'
  }),
]
// They need no built page, and the build uses one processor for half of its time.
const checks = beside([types, lint, imports, secrets])
// Server tests and attacks use the built pages.
outcomes.push(await check('Pages build', build))
// The checks and the attacks use the processors while unit and server tests wait for databases and processes.
const [checked, attacked, units] = await Promise.all([
  checks,
  // Without the programs they try to install them, which must not happen while unit tests install others.
  beside(hasAttackTools ? [attacks] : []),
  suite('Unit and server tests', kept(unitTests)),
])
outcomes.push(...checked, ...attacked, units)
if (!hasAttackTools) outcomes.push(await attacks())
outcomes.push(await suite('Browser tests', kept(browserTests)))
const wholeSeconds = (performance.now() - begun) / 1000

/** Repeated at the end, where readers look first. */
function tell(heading: string, faults: readonly TestFailure[]): void {
  if (faults.length > 0) console.log(['', heading, ...faults.map(formatFailure)].join('\n'))
}

async function build(): Promise<number> {
  try {
    // A warning is a failure here, so that a build stays without one.
    return buildIfChanged().length === 0 ? 0 : 1
  } catch (error) {
    console.error((error as Error).message)
    return 1
  }
}

tell(
  'Flaky (failed first, and passed when repeated; more than two fail the run):',
  ran.flatMap(({ flaky }) => flaky),
)
tell(
  'Failed:',
  ran.flatMap(({ faults }) => faults),
)
const skipped = ran.flatMap((counted) => counted.skipped)
if (skipped.length > 0) {
  const lines = skipped.map(({ file, title }) => `  ${file} › ${title}`)
  console.log(['', 'Skipped, because this machine lacks a requirement:', ...lines].join('\n'))
}
console.log(`\n${formatTable(outcomes, wholeSeconds)}`)
const counts = settleFlaky(total(outcomes))
if (counts.failed + counts.skipped === 0) writeChecklist(ran.flatMap(({ tests }) => tests))
process.exitCode = counts.failed > 0 ? 1 : 0
process.channel?.unref()
console.log(formatCounts(counts))
