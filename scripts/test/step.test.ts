import { expect, onTestFinished, test, vi } from 'vitest'
import { beside, check, formatCounts, formatTable, runProgram, settleFlaky, suite, total } from './step.ts'

const node = (script: string) => runProgram(process.execPath, ['--input-type=module', '-e', script])
/** What is written to the output during the test, in pieces. */
function heardOutput(): string[] {
  const pieces: string[] = []
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((piece) => pieces.push(String(piece)) > 0)
  onTestFinished(() => write.mockRestore())
  return pieces
}

test.each([
  ['a suite without a test fails', { code: 0, passed: 0, failed: 0, skipped: [], flaky: [] }, 1],
  ['a suite that ends badly without naming a test fails', { code: 1, passed: 9, failed: 0, skipped: [], flaky: [] }, 1],
  ['failures are counted once', { code: 1, passed: 9, failed: 2, skipped: [], flaky: [] }, 2],
  ['a good suite has no failure', { code: 0, passed: 9, failed: 0, skipped: [], flaky: [] }, 0],
  [
    'a suite whose tests were all skipped has no failure',
    { code: 0, passed: 0, failed: 0, skipped: ['one'], flaky: [] },
    0,
  ],
  [
    'a suite whose only test is flaky has no failure',
    { code: 0, passed: 0, failed: 0, skipped: [], flaky: ['one'] },
    0,
  ],
])('%s', async (_, counts, failed) => {
  expect((await suite('suite', async () => counts)).failed).toBe(failed)
})

test('the closing line names skipped tests only where there are some', () => {
  const counts = { passed: 2, failed: 0, skipped: 0, flaky: 0 }
  expect(formatCounts(counts)).toBe('2 passed, 0 failed')
  const both = total([counts, { passed: 1, failed: 1, skipped: 8, flaky: 0 }])
  expect(formatCounts(both)).toBe('3 passed, 1 failed, 8 skipped')
})

test('prints each step that runs beside others in one piece, and a failed one fails', async () => {
  const pieces = heardOutput()
  const twoLines = `console.log('first'); await new Promise((done) => setTimeout(done, 300)); console.log('second')`
  const [besides, other] = await Promise.all([
    beside([
      () => check('good', () => node(twoLines)),
      () => check('bad', () => node(`console.error('broken'); process.exit(3)`)),
    ]),
    check('other', () => node(twoLines)),
  ])
  expect(besides.map(({ name, failed }) => ({ name, failed }))).toEqual([
    { name: 'good', failed: 0 },
    { name: 'bad', failed: 1 },
  ])
  expect(other.passed).toBe(1)
  expect(pieces.filter((piece) => piece.includes('──') && !piece.includes('other'))).toEqual([
    '\n── good\nfirst\nsecond\n',
    '\n── bad\nbroken\n',
  ])
  expect(pieces.filter((piece) => !piece.startsWith('\n──')).join('')).toBe('first\nsecond\n')
})

test('a program that cannot be started fails its step', async () => {
  const pieces = heardOutput()
  expect(await runProgram('/nonexistent/program', [])).toBe(1)
  expect(pieces.join('')).toContain('ENOENT')
})

test('two flaky tests pass, and three fail', () => {
  const counts = { passed: 5, failed: 0, skipped: 0, flaky: 2 }
  expect(formatCounts(settleFlaky(counts))).toBe('7 passed, 0 failed')
  expect(formatCounts(settleFlaky(total([counts, { ...counts, flaky: 1 }])))).toBe('10 passed, 3 failed')
})

test('the table has the seconds of each step and of the whole run', () => {
  const counts = { passed: 1, failed: 0, skipped: 0, flaky: 0 }
  const steps = [
    { name: 'Types', seconds: 10.04, ...counts },
    { name: 'Tests', seconds: 1, ...counts, flaky: 1 },
  ]
  const table = formatTable(steps, 12)
  expect(table.split('\n').map((line) => line.replace(/ +/g, ' '))).toEqual([
    '✓ Types 10.0 s 1 passed, 0 failed',
    '✓ Tests 1.0 s 1 passed, 0 failed, 1 flaky',
    ' Whole run 12.0 s',
  ])
})
