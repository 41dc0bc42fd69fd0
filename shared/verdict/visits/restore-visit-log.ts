import { addVisit, emptyVisitLog, type Visit, type VisitLog } from './visit-log.ts'
import { decodeVisitLog, decodeVisits } from './visit-log-codec.ts'

type Located = { country?: string | undefined; lat?: number | undefined; lng?: number | undefined }

/**
 * Restores the visit log of a code.
 *
 * @param stored from its latest scan: a visit log, and visits after it was last merged @param more further visits, in
 * order
 */
export function restoreVisitLog(
  stored: Record<'visit_log' | 'visits', Uint8Array | null>,
  more: readonly Visit[],
): VisitLog {
  let visitLog = stored.visit_log ? decodeVisitLog(stored.visit_log) : emptyVisitLog
  if (stored.visits) for (const visit of decodeVisits(stored.visits)) visitLog = addVisit(visitLog, visit)
  for (const visit of more) visitLog = addVisit(visitLog, visit)
  return visitLog
}

type From = { visitor: string; network: number } & Pick<Visit, 'isUnseen' | 'isConfirmation'>

/** @param visitor hex digits: 12 bytes of a daily hash, of which the log keeps 4, 2 of the kind of browser, 2 of its version */
export function toVisit(from: Located & From, at: number): Visit {
  const { country, lat, lng, visitor, network, isUnseen, isConfirmation } = from
  return {
    minute: Math.floor(at / 60_000),
    visitor: Number.parseInt(visitor.slice(0, 8), 16),
    kind: Number.parseInt(visitor.slice(24, 28), 16),
    version: Number.parseInt(visitor.slice(28), 16),
    country: country ?? '',
    place: typeof lat === 'number' && typeof lng === 'number' ? { lat, lng } : null,
    network,
    ...(isUnseen && { isUnseen }),
    ...(isConfirmation && { isConfirmation }),
  }
}
