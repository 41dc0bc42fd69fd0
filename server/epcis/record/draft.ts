import type { EpcisSource, OwnKind } from '#server/epcis/table.ts'
import type { epcisActions, epcisTypes } from '#shared/epcis/contract.ts'

/** What happened to all things of some sources at a time. It becomes one event for each part of the things. */
export type Draft = {
  kind: OwnKind
  /** Without it, an ObjectEvent. */
  type?: (typeof epcisTypes)[number]
  at: Date
  action: (typeof epcisActions)[number]
  bizStep?: string
  fields: Record<string, unknown>
  source: EpcisSource
  sourceIds: readonly string[]
}

/** What a shipment names: the packages that it took, and the codes outside of them. */
export const shippedSources = ['shippedPacks', 'shipment'] as const
