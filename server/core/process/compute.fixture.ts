import { setTimeout as pause } from 'node:timers/promises'

/** The tasks of compute.test.ts. */
export const double = (text: string) => Buffer.from(text + text)

export function environment(): { names: string[]; pid: number } {
  return { names: Object.keys(process.env), pid: process.pid }
}

export function spin(): void {
  for (;;);
}

export function fail(): void {
  throw new RangeError('too small')
}

/** Uses no processor time, like a process that waits for a processor. */
export const wait = (ms: number): Promise<void> => pause(ms)
