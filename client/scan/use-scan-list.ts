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
  /** What the screen knows of a code. Without it rows are listed and nothing is said of them. */
  judge?: CodeChecker
  /** Hosts whose codes count; without them the host of a code does not matter. */
  hosts?: readonly string[]
  most?: number
  initial?: readonly ScannedCode[]
  /** Under this name the codes outlive the page, until the list is cleared. */
  keptAs?: string
}

export type ScanList = {
  scan: ScanState
  /** The codes to go on with: without those that do not fit. */
  codes: ScannedCode[]
  isChecked: boolean
  /** Takes what a camera, a scanner or a person gave; answers whether it is a code at all. */
  add: (source: ScanSource, texts: readonly string[]) => boolean
  undo: () => void
  clear: () => void
  remove: (address: string) => void
}

const StoredCode = z.object({ address: z.string(), secret: z.string().optional() })
/** Scanned codes as a device keeps them. */
export const StoredCodes = z.array(StoredCode.transform(({ address, secret }): ScannedCode => ({ address, secret })))

/** Questions under way at a time. */
const maxConcurrentChecks = 4
/** Between two questions about a row that nobody could answer. */
const retryMs = 30_000

/** State of the scan list of a screen. The screen owns it, so that it can use the codes and clear them afterwards. */
export function useScanList({ judge, hosts, most = limits.activationCodes, initial, keptAs }: Options): ScanList {
  const reducer = useMemo(() => scanReducer({ most, ...(hosts && { hosts }) }), [most, hosts])
  const [before] = useState(() => (keptAs && loadDraft(keptAs, StoredCodes)) || initial)
  const [scan, dispatch] = useReducer(reducer, before, startScan)
  useEffect(() => {
    if (!keptAs) return
    if (scan.rows.length === 0) deleteDraft(keptAs)
    else
      storeDraft(
        keptAs,
        scan.rows.map(({ code }) => code),
      )
  }, [keptAs, scan.rows])
  useUnsaved(scan.rows.length > 0)
  const asked = useRef(new Set<string>())
  const [answers, answered] = useReducer((count: number) => count + 1, 0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer makes room for the next question.
  useEffect(() => {
    if (!judge) return
    for (const { code, check } of scan.rows) {
      if (asked.current.size >= maxConcurrentChecks) return
      if (check !== 'checking' || asked.current.has(code.address)) continue
      asked.current.add(code.address)
      void runCheck(judge, code).then((result) => {
        asked.current.delete(code.address)
        dispatch({ kind: 'checked', address: code.address, result })
        // Who answers can be reached: what waits for a connection is asked again.
        if (result) dispatch({ kind: 'recheck' })
        answered()
      })
    }
  }, [scan.rows, judge, answers])

  const waits = scan.rows.some(({ check }) => check === 'unchecked')
  useEffect(() => (waits ? onReconnect(() => dispatch({ kind: 'recheck' })) : undefined), [waits])

  const changes = useMemo(
    () => ({
      undo: () => dispatch({ kind: 'undo' }),
      clear: () => dispatch({ kind: 'clear' }),
      remove: (address: string) => dispatch({ kind: 'remove', address }),
    }),
    [],
  )
  return {
    scan,
    codes: useMemo(() => acceptedCodes(scan), [scan]),
    isChecked: judge !== undefined,
    add: (source, texts) => {
      dispatch({ kind: 'text', texts, source, at: performance.now() })
      return 'code' in parseFirstScan(texts, hosts)
    },
    ...changes,
  }
}

/** Whenever a connection may be back: browsers do not always tell. Answers how to stop. */
function onReconnect(tryAgain: () => void): () => void {
  const timer = setInterval(tryAgain, retryMs)
  addEventListener('online', tryAgain)
  return () => {
    clearInterval(timer)
    removeEventListener('online', tryAgain)
  }
}

/** A check that cannot be reached returns no result. */
async function runCheck(judge: CodeChecker, code: ScannedCode): Promise<CodeCheckResult | undefined> {
  try {
    return await judge(code)
  } catch {
    return undefined
  }
}
