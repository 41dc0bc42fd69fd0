import type { PatternFacts, PatternKind, PatternSeen } from '#shared/pattern/contract.ts'

/** What a search has found, before it is a case. */
export type FoundPattern = {
  kind: PatternKind
  merchantId: string
  skuId: string
  orderId: string
  firstSerial: number
  lastSerial: number
  /** The codes that are meant, if not all of the range. */
  serials: number[] | null
  facts: PatternFacts
  /** The first and the last moment of its scans; null: all of the order. */
  between: { from: string; to: string } | null
  /** More means more evidence. Comparable within a kind. */
  strength: number
}

/** What people read about a case. */
export const seenIn = ({
  facts,
  firstSerial,
  lastSerial,
  serials,
}: Pick<FoundPattern, 'facts' | 'firstSerial' | 'lastSerial' | 'serials'>): PatternSeen => ({
  facts,
  firstSerial,
  lastSerial,
  codes: serials?.length ?? lastSerial - firstSerial + 1,
})
