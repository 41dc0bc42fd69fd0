import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

/** A minimal Linux has no `ps`, but /proc has the same data. https://man7.org/linux/man-pages/man5/proc_pid.5.html */
const hasProc = existsSync('/proc/self/cmdline')

/** Program and arguments of a process, separated by spaces; undefined if no process has this number. */
export function commandLine(pid: number): string | undefined {
  try {
    if (hasProc) return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
    return execFileSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8', stdio: 'pipe' }).trim()
  } catch {
    return undefined
  }
}

/** Whether a process has this number, also one of another user. */
export function hasProcess(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Numbers of the running child processes of a process. */
export function childProcesses(pid: number): number[] {
  const text = hasProc
    ? readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    : execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
  return text.trim().split(/\s+/).filter(Boolean).map(Number)
}
