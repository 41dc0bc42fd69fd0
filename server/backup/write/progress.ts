import type { backupSteps } from '#shared/backup/contract.ts'

export type BackupStep = (typeof backupSteps)[number]
/** Called often; it decides itself when to do something. Rejects when the backup must stop. */
export type Tell = (step: BackupStep, done: number, total: number | null) => Promise<void> | void

/** At most one call in `everyMs`, and always the first of a step. */
export function seldom(everyMs: number, tell: Tell): Tell {
  let [last, lastStep]: [number, BackupStep | undefined] = [0, undefined]
  return async (step, done, total) => {
    const now = Date.now()
    if (step === lastStep && now - last < everyMs && done !== total) return
    if (step === lastStep && now - last < everyMs / 10) return
    ;[last, lastStep] = [now, step]
    await tell(step, done, total)
  }
}

const names: Record<BackupStep, string> = {
  database: 'database',
  files: 'files',
  keys: 'keys',
  check: 'check of a restored copy',
}

/** Lines for a terminal: what is done of a step, and the time left by its pace so far. */
export function progressLines(write: (line: string) => void, now = Date.now): Tell {
  let [began, present]: [number, BackupStep | undefined] = [now(), undefined]
  return seldom(1_000, (step, done, total) => {
    if (step !== present) [began, present] = [now(), step]
    const elapsed = (now() - began) / 1000
    const left = total && done > 0 && done < total ? Math.ceil((elapsed * (total - done)) / done) : undefined
    const share = total ? ` ${Math.min(100, Math.floor((done / total) * 100))} %` : done > 0 ? ` ${done}` : ''
    write(`${names[step]}${share}${left === undefined ? '' : `, about ${durationText(left)} left`}\n`)
  })
}

function durationText(seconds: number): string {
  if (seconds < 90) return `${seconds} s`
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`
}
