import type { Logistic } from './contract.ts'

/** The name of shipments on devices. */
export const logisticEntity = 'logistic'

/** The codes of a shipment for one product: ranges of serial numbers, each with its first and last number. */
export type ShippedProduct = { name: string; sku: string; runs: readonly (readonly [first: number, last: number])[] }

/** A shipment as devices store it. */
export type LogisticRecord = Omit<Logistic, 'id' | 'version' | 'updatedAt' | 'receiver'> & {
  /** Absent in records that were stored before shipments had one. */
  receiver?: string
  /** The codes as they were read from the list, on the device that captured them, until the server has returned its codes. */
  addresses?: readonly string[]
  items?: readonly ShippedProduct[]
}

/** A shipment as a device sees it. The server assigns the number. */
export type LogisticView = Omit<LogisticRecord, 'identifier'> & Partial<Pick<LogisticRecord, 'identifier'>>
