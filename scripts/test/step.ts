import { AsyncLocalStorage } from 'node:async_hooks'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'

/** `flaky`: tests that failed, and passed when they were repeated. */
type Counts = { passed: number; failed: number; skipped: number; flaky: number }
export type StepResult = Counts & { name: string; seconds: number }

const running = new Set<ChildProcess>()
/** Output of a step that runs beside others. */
const held = new AsyncLocalStorage<string[]>()
/** A process outside the group can keep the output open. */
const outputTimeoutMs = 5_000

/** Prints a line: at once, or with its step at the end of the step. */
export function print(text: string): void {
  write(`${text}\n`)
}

function write(text: string): void {
  const lines = held.getStore()
  if (lines) lines.push(text)
  else process.stdout.write(text)
}

/**
 * Runs steps one after the other, beside other steps. The output of each step is printed in one piece when the step ends, so
 * that it does not mix with the output of others.
 */
export async function beside(steps: readonly (() => Promise<StepResult>)[]): Promise<StepResult[]> {
  const results: StepResult[] = []
  for (const run of steps) {
    const lines: string[] = []
    try {
      results.push(await held.run(lines, run))
    } finally {
      process.stdout.write(lines.join(''))
    }
  }
  return results
}

/** Runs a program in a process group of its own, so that nothing it started outlives it. Resolves to its exit code. */
export async function runProgram(file: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  const child = spawn(file, args, {
    // A terminal would be redrawn over the output of other steps.
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    env: { ...process.env, ...(process.stdout.isTTY && { FORCE_COLOR: '1' }), ...env },
  })
  running.add(child)
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', AsyncLocalStorage.bind(write))
  const closed = once(child, 'close').catch(() => undefined)
  try {
    const [code] = (await once(child, 'exit')) as [number | null]
    return code ?? 1
  } catch (error) {
    print(error instanceof Error ? error.message : String(error))
    return 1
  } finally {
    running.delete(child)
    endGroup(child, 'SIGKILL')
    await Promise.race([closed, pause(outputTimeoutMs, undefined, { ref: false })])
    child.stdout.destroy()
    child.stderr.destroy()
  }
}

/** Asks all running processes to end, and resolves when they have. */
export async function stopPrograms(): Promise<void> {
  const ends = [...running].map((child) => once(child, 'exit'))
  for (const child of running) endGroup(child, 'SIGTERM')
  await Promise.all(ends)
}

function endGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, signal)
  } catch {
    // The group is empty: all its processes have ended.
  }
}

/** A check that passes or fails as a whole, or is skipped if this machine lacks a requirement. */
export async function check(name: string, run: () => Promise<number | 'skipped'>): Promise<StepResult> {
  return step(name, async () => {
    const code = await run()
    const none = { passed: 0, failed: 0, skipped: 0, flaky: 0 }
    if (code === 'skipped') return { ...none, skipped: 1 }
    return code === 0 ? { ...none, passed: 1 } : { ...none, failed: 1 }
  })
}

type SuiteCounts = {
  code: number
  passed: number
  failed: number
  skipped: readonly unknown[]
  flaky: readonly unknown[]
}

/** A suite that counts its tests. A suite without any test, or with an error code but no failed test, counts as one failure. */
export async function suite(name: string, run: () => Promise<SuiteCounts>): Promise<StepResult> {
  return step(name, async () => {
    const { code, passed, failed, skipped, flaky } = await run()
    const isSilent = failed === 0 && (code !== 0 || passed + skipped.length + flaky.length === 0)
    return { passed, failed: isSilent ? 1 : failed, skipped: skipped.length, flaky: flaky.length }
  })
}

/** `N passed, N failed`, and the number of skipped tests if there are any. */
export function formatCounts({ passed, failed, skipped }: Omit<Counts, 'flaky'>): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

/** One more is not explained by a slow machine. */
const mostFlaky = 2

/** The counts of the last line: flaky tests count as passed, or as failed if there are more than two. */
export function settleFlaky({ flaky, ...counts }: Counts): Omit<Counts, 'flaky'> {
  if (flaky > mostFlaky) return { ...counts, failed: counts.failed + flaky }
  return { ...counts, passed: counts.passed + flaky }
}

export function total(outcomes: readonly Counts[]): Counts {
  const sum = (word: keyof Counts) => outcomes.reduce((so, outcome) => so + outcome[word], 0)
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped'), flaky: sum('flaky') }
}

/** A line for each step, with its seconds, and the seconds of the whole run: steps that run side by side add up to more. */
export function formatTable(results: readonly StepResult[], wholeSeconds: number): string {
  const lines = results.map((result) => {
    const mark = result.failed > 0 ? '✗' : result.passed > 0 ? '✓' : '–'
    const flaky = result.flaky > 0 ? `, ${result.flaky} flaky` : ''
    return `${mark} ${result.name.padEnd(40)} ${result.seconds.toFixed(1).padStart(7)} s  ${formatCounts(result)}${flaky}`
  })
  return [...lines, `  ${'Whole run'.padEnd(40)} ${wholeSeconds.toFixed(1).padStart(7)} s`].join('\n')
}

async function step(name: string, run: () => Promise<Counts>): Promise<StepResult> {
  print(`\n── ${name}`)
  const begun = performance.now()
  const counts = await run()
  return { name, ...counts, seconds: (performance.now() - begun) / 1000 }
}
