import type { Binding } from './contract.ts'

/** The name of the entity on devices, equal to the name of its table. */
export const bindingEntity = 'binding'

/** A request to bind codes as devices store it. */
export type BindingRecord = Pick<Binding, 'skuId' | 'sku' | 'createdAt'> &
  // Only the server knows how many codes a range has.
  Partial<Pick<Binding, 'quantity' | 'changed'>> & {
    /** The codes as they were read. Only on the device that captured them, until the server has them. */
    addressList?: readonly string[]
    /** The first and the last code of a range, in place of a list. */
    range?: { first: string; last: string }
    /** Whether codes that are bound to another product get this one. */
    replace?: boolean
  }
