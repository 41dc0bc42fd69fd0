import type { Logistic } from './contract.ts'

/** What devices call a shipment. */
export const logisticEntity = 'logistic'

/** The codes of a shipment that are of one product: runs of serial numbers, each from its first to its last. */
export type ShippedProduct = { name: string; sku: string; runs: readonly (readonly [first: number, last: number])[] }

/** A shipment as devices keep it. */
export type LogisticRecord = Omit<Logistic, 'id' | 'version' | 'updatedAt'> & {
  /** The codes as they were read from the list; on the device that captured them, until the server has named them. */
  addresses?: readonly string[]
  items?: readonly ShippedProduct[]
}

/** A shipment as a device sees it: the server gives the number. */
export type LogisticView = Omit<LogisticRecord, 'identifier'> & Partial<Pick<LogisticRecord, 'identifier'>>
