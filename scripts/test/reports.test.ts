import { expect, test } from 'vitest'
import { formatFailure, mergeRerun, readAttack, readPlaywright, readVitest } from './reports.ts'

const passed = (fullName: string) => ({ fullName, status: 'passed', failureMessages: [] })
const failed = (fullName: string) => ({ fullName, status: 'failed', failureMessages: ['expected 1 to be 2'] })
const file = (name: string, ...assertionResults: object[]) => {
  const status = assertionResults.every((one) => 'status' in one && one.status === 'passed') ? 'passed' : 'failed'
  return { name: `${process.cwd()}/${name}`, status, message: '', assertionResults }
}
const vitest = (...testResults: ReturnType<typeof file>[]) => {
  const all = testResults.flatMap(({ assertionResults }) => assertionResults as { status: string }[])
  return readVitest({ numPassedTests: all.filter(({ status }) => status === 'passed').length, testResults })
}

test('a skipped test is named, and neither passed nor failed', () => {
  const skipped = { fullName: 'reads with the reference', status: 'skipped', failureMessages: [] }
  expect(vitest({ ...file('a.test.ts', passed('one'), skipped), status: 'passed' })).toMatchObject({
    passed: 1,
    failed: 0,
    faults: [],
    skipped: [{ file: 'a.test.ts', title: 'reads with the reference' }],
    tests: [{ file: 'a.test.ts', title: 'one', passed: true }],
  })
})

test('a test file that cannot be loaded counts as a failure', () => {
  const broken = { ...file('broken.test.ts'), status: 'failed', message: 'no such module' }
  expect(vitest(broken, file('whole.test.ts', passed('it holds')))).toMatchObject({
    passed: 1,
    failed: 1,
    tests: [{ file: 'whole.test.ts', title: 'it holds', passed: true }],
    faults: [{ file: 'broken.test.ts', title: 'the whole file', message: 'no such module' }],
  })
})

test('counts a test that passes on its rerun as flaky, with its first failure', () => {
  const first = vitest(file('a.test.ts', passed('one')), file('b.test.ts', passed('two'), failed('three')))
  const again = vitest(file('b.test.ts', passed('two'), passed('three')))
  expect(mergeRerun(first, again)).toMatchObject({
    passed: 2,
    failed: 0,
    faults: [],
    flaky: [{ file: 'b.test.ts', title: 'three', message: 'expected 1 to be 2' }],
  })
})

test('counts a test that fails twice, or only on its rerun, as a failure', () => {
  const first = vitest(file('b.test.ts', passed('two'), failed('three'), failed('four')))
  const again = vitest(file('b.test.ts', failed('two'), failed('three'), passed('four')))
  const { passed: count, failed: faults, flaky, tests } = mergeRerun(first, again)
  expect([count, faults, flaky.map(({ title }) => title)]).toEqual([0, 2, ['four']])
  expect(tests).toHaveLength(3)
})

const spec = (title: string, status: string) => ({
  title,
  ok: status !== 'unexpected',
  tests: [{ status, results: [{ errors: status === 'expected' ? [] : [{ message: `${title} broke` }] }] }],
})

test('a browser test that passed when repeated counts as flaky, one that failed twice as failed', () => {
  const specs = [spec('the road', 'unexpected'), spec('the list', 'flaky'), spec('the rest', 'expected')]
  const suites = [
    {
      file: 'verify/sign-up-to-first-scan.e2e.ts',
      specs: [],
      suites: [{ file: 'verify/sign-up-to-first-scan.e2e.ts', specs: [...specs, spec('the proof', 'skipped')] }],
    },
  ]
  expect(readPlaywright({ stats: { expected: 1 }, errors: [], suites })).toEqual({
    passed: 1,
    failed: 1,
    skipped: [{ file: 'client/e2e/verify/sign-up-to-first-scan.e2e.ts', title: 'the proof' }],
    tests: [
      { file: 'client/e2e/verify/sign-up-to-first-scan.e2e.ts', title: 'the road', passed: false },
      { file: 'client/e2e/verify/sign-up-to-first-scan.e2e.ts', title: 'the list', passed: true },
      { file: 'client/e2e/verify/sign-up-to-first-scan.e2e.ts', title: 'the rest', passed: true },
    ],
    faults: [{ file: 'client/e2e/verify/sign-up-to-first-scan.e2e.ts', title: 'the road', message: 'the road broke' }],
    flaky: [{ file: 'client/e2e/verify/sign-up-to-first-scan.e2e.ts', title: 'the list', message: 'the list broke' }],
  })
})

test('a browser test names the requirements of its steps', () => {
  const steps = [{ title: 'registers [BU01]', steps: [{ title: 'attaches [TM01]' }, { title: 'clicks' }] }]
  const walked = { title: 'the walk', ok: true, tests: [{ status: 'expected', results: [{ errors: [], steps }] }] }
  const suites = [{ file: 'a.e2e.ts', specs: [walked] }]
  const { tests } = readPlaywright({ stats: { expected: 1 }, errors: [], suites })
  expect(tests).toEqual([
    { file: 'client/e2e/a.e2e.ts', title: 'the walk', passed: true, steps: ['registers [BU01]', 'attaches [TM01]'] },
  ])
})

test('a browser run that ended before its tests is a failure', () => {
  const report = { stats: { expected: 0 }, errors: [{ message: 'no server' }], suites: [] }
  const { passed: count, failed: faults } = readPlaywright(report)
  expect([count, faults]).toEqual([0, 1])
})

test('reports a failure in a few lines, without colours', () => {
  const message = `\u001b[31mexpected\u001b[39m 1\n\n${'more\n'.repeat(40)}`
  const lines = formatFailure({ file: 'a.test.ts', title: 'it holds', message }).split('\n')
  expect(lines.slice(0, 2)).toEqual(['  a.test.ts › it holds', '      expected 1'])
  expect(lines).toHaveLength(13)
})

test('findings of attacks count as tests, and a probe that this machine cannot run is named as skipped', () => {
  const row = (outcome: string, figure: string) => ({ probe: 'clock', outcome, figure, bound: '0', seconds: 1 })
  const rows = [row('passed', '0 of 9'), row('failed', '2 of 9'), row('skipped', 'needs faketime')]
  const file = 'npm run attack'
  expect(readAttack(rows)).toEqual({
    passed: 1,
    failed: 1,
    tests: [],
    flaky: [],
    skipped: [{ file, title: 'clock: needs faketime' }],
    faults: [{ file, title: 'clock: 2 of 9', message: 'bound 0' }],
  })
})
