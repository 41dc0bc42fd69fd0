import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hasProcess } from '#scripts/tool/processes.ts'
import { processStat } from '#server/core/process/process-stat.ts'

type Holder = { pid: number; born: string }

/** A lock that allows one start per data folder. A lock of an ended process is taken over. */
export function lockData(dir: string): () => void {
  const file = join(dir, 'start.lock')
  const me = JSON.stringify({ pid: process.pid, born: birthOf(process.pid) } satisfies Holder)
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      writeFileSync(file, me, { flag: 'wx', mode: 0o600 })
      return () => rmSync(file, { force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      const holder = readHolder(file)
      const born = holder && birthOf(holder.pid)
      // Without its start time, which /proc may hide, a process of this number counts as the holder.
      if (holder && hasProcess(holder.pid) && (!born || born === holder.born)) throw new DataInUse(dir, holder.pid)
      rmSync(file, { force: true })
    }
  }
  throw new DataInUse(dir, 0)
}

export class DataInUse extends Error {
  override name = 'DataInUse'

  constructor(dir: string, pid: number) {
    super(`Assay already runs on ${dir} (process ${pid}). Stop it first, or choose another folder with DATA_DIR.`)
  }
}

function readHolder(file: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/** Empty where the system does not report it. */
const birthOf = (pid: number) => processStat(pid)?.startedAtTick ?? ''
