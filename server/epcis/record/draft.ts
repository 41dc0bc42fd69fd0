import type { EpcisSource, OwnKind } from '#server/epcis/table.ts'
import type { epcisActions } from '#shared/epcis/contract.ts'

/** What happened to all codes of some sources at a time. It becomes one event for each part of the codes. */
export type Draft = {
  kind: OwnKind
  at: Date
  action: (typeof epcisActions)[number]
  bizStep?: string
  fields: Record<string, unknown>
  source: EpcisSource
  sourceIds: readonly string[]
}
