import type { Misread } from '#shared/scan/reading.ts'
import { readFirst } from '#shared/scan/reading.ts'
import type { ScannedCode } from '#shared/verify/code.ts'
import type { Judgement } from './judge.ts'

export type Source = 'camera' | 'wedge' | 'typed'

/** What is known of a row: asked for, nothing yet (asked again when online), or an answer. */
export type Knowledge = 'checking' | 'unchecked' | Judgement

export type Row = { code: ScannedCode; source: Source; knowledge: Knowledge }

/** What the last event has to say. `id` tells the same words twice from the same words once. */
export type Said = { id: number } & (
  | { kind: 'added' | 'again' | 'undone'; row: number }
  | { kind: 'misread'; problem: Misread }
  | { kind: 'bad'; row: number; judgement: Judgement }
  | { kind: 'cleared' | 'restored' | 'full'; count: number }
)

export type Scan = {
  rows: readonly Row[]
  /** What the camera saw lately (an address, or a text that is no code), and when (ms). */
  held: ReadonlyMap<string, number>
  /** The rows that `clear` took away, until the next code is added. */
  cleared: readonly Row[] | undefined
  said: Said | undefined
}

export type ScanEvent =
  /** One burst or frame gives one text; a keyboard may leave open which of several texts was meant. */
  | { kind: 'text'; texts: readonly string[]; source: Source; at: number }
  | { kind: 'judged'; address: string; judgement: Judgement | undefined }
  | { kind: 'recheck' }
  | { kind: 'undo' }
  | { kind: 'clear' }
  | { kind: 'remove'; address: string }

export type ScanRules = { most: number; hosts?: readonly string[] }

/** A code that stays in the picture is one scan; away for longer than this (ms), it is scanned anew. */
export const heldMs = 2000

export const startScan = (codes: readonly ScannedCode[] = []): Scan => ({
  rows: codes.map((code) => ({ code, source: 'typed', knowledge: 'checking' })),
  held: new Map(),
  cleared: undefined,
  said: undefined,
})

/** The whole life of a list of scanned codes: pure, so that every rule of it is tested without a camera. */
export function scanReducer(rules: ScanRules): (scan: Scan, event: ScanEvent) => Scan {
  return (scan, event) => {
    switch (event.kind) {
      case 'text':
        return take(scan, event, rules)
      case 'judged':
        return judged(scan, event)
      case 'recheck':
        return recheck(scan)
      case 'undo':
        return undo(scan)
      case 'clear':
        if (scan.rows.length === 0) return scan
        return say({ ...scan, rows: [], cleared: scan.rows }, { kind: 'cleared', count: scan.rows.length })
      case 'remove': {
        const row = numberOf(scan, event.address)
        if (row === 0) return scan
        return say({ ...scan, rows: scan.rows.toSpliced(row - 1, 1) }, { kind: 'undone', row })
      }
    }
  }
}

type Words = Said extends infer S ? (S extends Said ? Omit<S, 'id'> : never) : never

const say = (scan: Scan, words: Words): Scan => ({ ...scan, said: { ...words, id: (scan.said?.id ?? 0) + 1 } as Said })

/** The number people see: rows count from one. Zero for a code that is not in the list. */
const numberOf = ({ rows }: Scan, address: string) => rows.findIndex(({ code }) => code.address === address) + 1

function take(before: Scan, { texts, source, at }: Extract<ScanEvent, { kind: 'text' }>, rules: ScanRules): Scan {
  const reading = readFirst(texts, rules.hosts)
  let scan = before
  if (source === 'camera') {
    const key = 'code' in reading ? reading.code.address : (texts[0] ?? '')
    const isHeld = at - (before.held.get(key) ?? Number.NEGATIVE_INFINITY) <= heldMs
    scan = { ...before, held: recent(before.held, at).set(key, at) }
    if (isHeld) return scan
  }
  if ('problem' in reading) return say(scan, { kind: 'misread', problem: reading.problem })
  const { code } = reading
  const row = numberOf(scan, code.address)
  if (row > 0) return say(scan, { kind: 'again', row })
  if (scan.rows.length >= rules.most) return say(scan, { kind: 'full', count: rules.most })
  const rows = [...scan.rows, { code, source, knowledge: 'checking' as const }]
  return say({ ...scan, rows, cleared: undefined }, { kind: 'added', row: rows.length })
}

function recent(held: ReadonlyMap<string, number>, at: number): Map<string, number> {
  return new Map([...held].filter(([, seen]) => at - seen <= heldMs))
}

/** A bad answer is said aloud: the hand may already hold the next product. */
function judged(scan: Scan, { address, judgement }: Extract<ScanEvent, { kind: 'judged' }>): Scan {
  const row = numberOf(scan, address)
  if (row === 0) return scan
  const knowledge = judgement ?? 'unchecked'
  const known = { ...scan, rows: scan.rows.with(row - 1, { ...scan.rows[row - 1]!, knowledge }) }
  return judgement && !judgement.fits ? say(known, { kind: 'bad', row, judgement }) : known
}

function recheck(scan: Scan): Scan {
  const waits = (row: Row) => row.knowledge === 'unchecked'
  if (!scan.rows.some(waits)) return scan
  return { ...scan, rows: scan.rows.map((row) => (waits(row) ? { ...row, knowledge: 'checking' } : row)) }
}

/** Brings a cleared list back, or takes the last row away. */
function undo(scan: Scan): Scan {
  if (scan.cleared) {
    const { cleared } = scan
    return say({ ...scan, rows: cleared, cleared: undefined }, { kind: 'restored', count: cleared.length })
  }
  if (scan.rows.length === 0) return scan
  return say({ ...scan, rows: scan.rows.slice(0, -1) }, { kind: 'undone', row: scan.rows.length })
}

export const canUndo = ({ rows, cleared }: Scan): boolean => rows.length > 0 || cleared !== undefined

const isBad = ({ knowledge }: Row) => typeof knowledge === 'object' && !knowledge.fits

/** The codes that a screen may go on with, and how many rows it may not. */
export function accepted({ rows }: Scan): ScannedCode[] {
  return rows.filter((row) => !isBad(row)).map(({ code }) => code)
}
