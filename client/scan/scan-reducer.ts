import type { ScanProblem } from '#shared/scan/parse-scan.ts'
import { parseFirstScan } from '#shared/scan/parse-scan.ts'
import type { ScannedCode } from '#shared/verify/code/code.ts'
import type { CodeCheckResult } from './code-check.ts'

export type ScanSource = 'camera' | 'wedge' | 'typed'

/** The state of a row's check: running, not available (retried with a connection), or a result. */
export type RowCheck = 'checking' | 'unchecked' | CodeCheckResult

export type ScanRow = { code: ScannedCode; source: ScanSource; check: RowCheck }

/** The message of the last event. A new `id` makes an identical text a new message. */
export type ScanMessage = { id: number } & (
  | { kind: 'added' | 'again' | 'undone'; row: number }
  | { kind: 'misread'; problem: ScanProblem }
  | { kind: 'bad'; row: number; result: CodeCheckResult }
  | { kind: 'cleared' | 'restored' | 'full'; count: number }
)

export type ScanState = {
  rows: readonly ScanRow[]
  /** The texts that the camera saw recently (an address, or a text that is no code), with the time (ms). */
  recentlySeen: ReadonlyMap<string, number>
  /** The rows that `clear` removed, until the next code is added. */
  cleared: readonly ScanRow[] | undefined
  message: ScanMessage | undefined
}

export type ScanEvent =
  /** One burst or frame gives one text. A keyboard layout may leave several possible texts. */
  | { kind: 'text'; texts: readonly string[]; source: ScanSource; at: number }
  | { kind: 'checked'; address: string; result: CodeCheckResult | undefined }
  | { kind: 'recheck' }
  | { kind: 'undo' }
  | { kind: 'clear' }
  /** The list was used, so its codes must not be restored. */
  | { kind: 'finish' }
  | { kind: 'remove'; address: string }

type ScanRules = { maxCodes: number }

/**
 * Time (ms) after which a code that left the picture counts as a new scan. While it stays in the picture, it counts
 * once.
 */
export const recentlySeenMs = 2000

export const startScan = (codes: readonly ScannedCode[] = []): ScanState => ({
  rows: codes.map((code) => ({ code, source: 'typed', check: 'checking' })),
  recentlySeen: new Map(),
  cleared: undefined,
  message: undefined,
})

/** The reducer of a list of scanned codes. Pure, so that every rule is tested without a camera. */
export function scanReducer(rules: ScanRules): (scan: ScanState, event: ScanEvent) => ScanState {
  return (scan, event) => {
    switch (event.kind) {
      case 'text':
        return addTexts(scan, event, rules)
      case 'checked':
        return applyCheck(scan, event)
      case 'recheck':
        return recheck(scan)
      case 'undo':
        return undo(scan)
      case 'clear':
        if (scan.rows.length === 0) return scan
        return withMessage({ ...scan, rows: [], cleared: scan.rows }, { kind: 'cleared', count: scan.rows.length })
      case 'finish':
        return { ...scan, rows: [], cleared: undefined, message: undefined }
      case 'remove': {
        const row = rowNumber(scan, event.address)
        if (row === 0) return scan
        return withMessage({ ...scan, rows: scan.rows.toSpliced(row - 1, 1) }, { kind: 'undone', row })
      }
    }
  }
}

type MessageContent = ScanMessage extends infer S ? (S extends ScanMessage ? Omit<S, 'id'> : never) : never

const withMessage = (scan: ScanState, words: MessageContent): ScanState => ({
  ...scan,
  message: { ...words, id: (scan.message?.id ?? 0) + 1 } as ScanMessage,
})

/** The displayed number of a code's row, from 1. Zero for a code that is not in the list. */
const rowNumber = ({ rows }: ScanState, address: string) => rows.findIndex(({ code }) => code.address === address) + 1

function addTexts(
  before: ScanState,
  { texts, source, at }: Extract<ScanEvent, { kind: 'text' }>,
  rules: ScanRules,
): ScanState {
  const parsed = parseFirstScan(texts)
  let scan = before
  if (source === 'camera') {
    const key = 'code' in parsed ? parsed.code.address : (texts[0] ?? '')
    const isHeld = at - (before.recentlySeen.get(key) ?? Number.NEGATIVE_INFINITY) <= recentlySeenMs
    scan = { ...before, recentlySeen: withoutExpired(before.recentlySeen, at).set(key, at) }
    if (isHeld) return scan
  }
  if ('problem' in parsed) return withMessage(scan, { kind: 'misread', problem: parsed.problem })
  const { code } = parsed
  const row = rowNumber(scan, code.address)
  if (row > 0) return withMessage(scan, { kind: 'again', row })
  if (scan.rows.length >= rules.maxCodes) return withMessage(scan, { kind: 'full', count: rules.maxCodes })
  const rows = [...scan.rows, { code, source, check: 'checking' as const }]
  return withMessage({ ...scan, rows, cleared: undefined }, { kind: 'added', row: rows.length })
}

function withoutExpired(recentlySeen: ReadonlyMap<string, number>, at: number): Map<string, number> {
  return new Map([...recentlySeen].filter(([, seen]) => at - seen <= recentlySeenMs))
}

/** A negative result is announced, since the user may already hold the next product. */
function applyCheck(scan: ScanState, { address, result }: Extract<ScanEvent, { kind: 'checked' }>): ScanState {
  const row = rowNumber(scan, address)
  if (row === 0) return scan
  const check = result ?? 'unchecked'
  const known = { ...scan, rows: scan.rows.with(row - 1, { ...scan.rows[row - 1]!, check }) }
  return result && !result.acceptable ? withMessage(known, { kind: 'bad', row, result }) : known
}

function recheck(scan: ScanState): ScanState {
  const waits = (row: ScanRow) => row.check === 'unchecked'
  if (!scan.rows.some(waits)) return scan
  return { ...scan, rows: scan.rows.map((row) => (waits(row) ? { ...row, check: 'checking' } : row)) }
}

/** Restores a cleared list, or removes the last row. */
function undo(scan: ScanState): ScanState {
  if (scan.cleared) {
    const { cleared } = scan
    return withMessage({ ...scan, rows: cleared, cleared: undefined }, { kind: 'restored', count: cleared.length })
  }
  if (scan.rows.length === 0) return scan
  return withMessage({ ...scan, rows: scan.rows.slice(0, -1) }, { kind: 'undone', row: scan.rows.length })
}

export const canUndo = ({ rows, cleared }: ScanState): boolean => rows.length > 0 || cleared !== undefined

const isRejected = ({ check }: ScanRow) => typeof check === 'object' && !check.acceptable

/** The codes that a screen accepts, and the number of rows that it does not accept. */
export function acceptedCodes({ rows }: ScanState): ScannedCode[] {
  return rows.filter((row) => !isRejected(row)).map(({ code }) => code)
}
