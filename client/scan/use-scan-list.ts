import { useEffect, useMemo, useReducer, useRef, useState } from 'react'
import { z } from 'zod'
import { deleteDraft, loadDraft, storeDraft } from '#client/core/drafts/draft-storage.ts'
import { useUnsaved } from '#client/core/drafts/unsaved-changes.ts'
import { limits } from '#shared/core/limits/limits.ts'
import { parseFirstScan } from '#shared/scan/parse-scan.ts'
import type { ScannedCode } from '#shared/verify/code/code.ts'
import type { CodeChecker, CodeCheckResult } from './code-check.ts'
import { acceptedCodes, type ScanSource, type ScanState, scanReducer, startScan } from './scan-reducer.ts'

type Options = {
  /** The check of this screen. Without it, rows are listed without a result. */
  checkCode?: CodeChecker
  maxCodes?: number
  initial?: readonly ScannedCode[]
  /** The storage name under which the codes are kept until the list is cleared. */
  draftName?: string
}

export type ScanList = {
  scan: ScanState
  /** The accepted codes. */
  codes: ScannedCode[]
  isChecked: boolean
  /** Adds the input of a camera, a scanner or a user. Returns whether it is a code. */
  add: (source: ScanSource, texts: readonly string[]) => boolean
  undo: () => void
  clear: () => void
  /** Empties the list after it was used; it cannot be brought back. */
  finish: () => void
  remove: (address: string) => void
}

const StoredCode = z.object({ address: z.string(), secret: z.string().optional() })
/** The stored format of scanned codes. */
export const StoredCodes = z.array(StoredCode.transform(({ address, secret }): ScannedCode => ({ address, secret })))

/** Maximum concurrent checks. A batched check sends those that wait in one request, and pauses between two requests. */
export const maxConcurrentChecks = 500
/** Delay before a failed check is retried, ms. */
const retryMs = 30_000

/** State of the scan list of a screen. The screen owns it, so that it can use the codes and clear them afterwards. */
export function useScanList({ checkCode, maxCodes = limits.activationCodes, initial, draftName }: Options): ScanList {
  const reducer = useMemo(() => scanReducer({ maxCodes }), [maxCodes])
  const [before] = useState(() => (draftName && loadDraft(draftName, StoredCodes)) || initial)
  const [scan, dispatch] = useReducer(reducer, before, startScan)
  const scanned = useSameItems(scan.rows.map(({ code }) => code))
  useEffect(() => {
    if (!draftName) return
    if (scanned.length === 0) deleteDraft(draftName)
    else storeDraft(draftName, scanned)
  }, [draftName, scanned])
  useUnsaved(scan.rows.length > 0)
  const checkedNow = useRef(new Set<string>())
  const [resultCount, countResult] = useReducer((count: number) => count + 1, 0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each result makes room for the next check.
  useEffect(() => {
    if (!checkCode) return
    for (const { code, check } of scan.rows) {
      if (checkedNow.current.size >= maxConcurrentChecks) return
      if (check !== 'checking' || checkedNow.current.has(code.address)) continue
      checkedNow.current.add(code.address)
      void runCheck(checkCode, code).then((result) => {
        checkedNow.current.delete(code.address)
        dispatch({ kind: 'checked', address: code.address, result })
        // A result shows that there is a connection, so checks that wait for one are repeated.
        if (result) dispatch({ kind: 'recheck' })
        countResult()
      })
    }
  }, [scan.rows, checkCode, resultCount])

  const waits = scan.rows.some(({ check }) => check === 'unchecked')
  useEffect(() => (waits ? onReconnect(() => dispatch({ kind: 'recheck' })) : undefined), [waits])

  const changes = useMemo(
    () => ({
      undo: () => dispatch({ kind: 'undo' }),
      clear: () => dispatch({ kind: 'clear' }),
      finish: () => dispatch({ kind: 'finish' }),
      remove: (address: string) => dispatch({ kind: 'remove', address }),
    }),
    [],
  )
  return {
    scan,
    codes: useMemo(() => acceptedCodes(scan), [scan]),
    isChecked: checkCode !== undefined,
    add: (source, texts) => {
      dispatch({ kind: 'text', texts, source, at: performance.now() })
      return 'code' in parseFirstScan(texts)
    },
    ...changes,
  }
}

/** Returns the earlier list as long as the items are the same. The result of a check changes a row, not its code. */
function useSameItems<T>(list: readonly T[]): readonly T[] {
  const [before, setBefore] = useState(list)
  if (list.length === before.length && list.every((item, index) => item === before[index])) return before
  setBefore(list)
  return list
}

/**
 * Calls back whenever there may be a connection again, since browsers do not always report it. Returns a function that
 * stops.
 */
function onReconnect(tryAgain: () => void): () => void {
  const timer = setInterval(tryAgain, retryMs)
  addEventListener('online', tryAgain)
  return () => {
    clearInterval(timer)
    removeEventListener('online', tryAgain)
  }
}

/** A check that cannot be reached returns no result. */
async function runCheck(checkCode: CodeChecker, code: ScannedCode): Promise<CodeCheckResult | undefined> {
  try {
    return await checkCode(code)
  } catch {
    return undefined
  }
}
