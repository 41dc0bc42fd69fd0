import { writeChecklist } from './checklist/write.ts'
import { buildIfChanged } from './start/build.ts'
import { installBrowser } from './test/browser.ts'
import { type Fault, inShort } from './test/reports.ts'
import { check, type Outcome, runProgram, stopPrograms, suite } from './test/step.ts'
import { browserTests, type Counted, unitTests } from './test/suites.ts'

/** Everything that must hold before a change is kept. The last line counts; the exit code is 0 only without a failure. */
for (const signal of ['SIGINT', 'SIGTERM', 'disconnect'] as const) {
  process.on(signal, () => void stopPrograms().finally(() => process.exit(1)))
}

const ran: Counted[] = []
/** Keeps what a suite told, for the end of the run and the page of what is proven. */
const kept = (run: typeof unitTests) => async () => {
  const counted = await run()
  ran.push(counted)
  return counted
}

const outcomes: Outcome[] = [
  await check('Browser is there', installBrowser),
  await check('Types', () =>
    runProgram(process.execPath, ['node_modules/typescript/bin/tsc', '--noEmit', '-p', 'tsconfig.json']),
  ),
  await check('Format, lint and import rules', () =>
    runProgram(process.execPath, ['node_modules/@biomejs/biome/bin/biome', 'check', '.']),
  ),
  // Server tests paint the verify page, so it is built before them.
  await check('Pages build', build),
  await suite('Unit and server tests', kept(unitTests)),
  await suite('Browser tests', kept(browserTests)),
]

/** Again at the end, where it is looked for first. */
function tell(heading: string, faults: readonly Fault[]): void {
  if (faults.length > 0) console.log(['', heading, ...faults.map(inShort)].join('\n'))
}

async function build(): Promise<number> {
  try {
    buildIfChanged()
    return 0
  } catch (error) {
    console.error((error as Error).message)
    return 1
  }
}

tell(
  'Failed first, and passed when repeated:',
  ran.flatMap(({ repeated }) => repeated),
)
tell(
  'Failed:',
  ran.flatMap(({ faults }) => faults),
)
console.log('')
for (const { name, passed, failed, seconds } of outcomes) {
  console.log(
    `${failed > 0 ? '✗' : '✓'} ${name.padEnd(32)} ${passed} passed, ${failed} failed (${seconds.toFixed(1)} s)`,
  )
}
const total = (word: 'passed' | 'failed') => outcomes.reduce((sum, outcome) => sum + outcome[word], 0)
if (total('failed') === 0) writeChecklist(ran.flatMap(({ tests }) => tests))
process.exitCode = total('failed') > 0 ? 1 : 0
process.channel?.unref()
console.log(`${total('passed')} passed, ${total('failed')} failed`)
