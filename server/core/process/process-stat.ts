import { readFileSync } from 'node:fs'

/** A clock tick of /proc is a hundredth of a second on all Linux systems that Node runs on. */
const tickMs = 10

type ProcessStat = {
  parent: number
  session: number
  /** Processor time (ms) of the process, and of its children that have ended. */
  processorMs: number
  childrenMs: number
  /** Distinguishes a process from a later one with the same number. */
  startedAtTick: string
}

/**
 * What Linux reports about a process (https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html). Undefined if there is no such
 * process, and on other systems.
 */
export function processStat(pid: number): ProcessStat | undefined {
  let text: string
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return undefined
  }
  // The second field is a name that can contain spaces and brackets. The first field after it is the third one of the manual.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const field = (number: number) => fields[number - 3] ?? ''
  const ticks = (...numbers: number[]) => numbers.reduce((sum, number) => sum + Number(field(number)), 0)
  return {
    parent: Number(field(4)),
    session: Number(field(6)),
    processorMs: ticks(14, 15) * tickMs,
    childrenMs: ticks(16, 17) * tickMs,
    startedAtTick: field(22),
  }
}
