import type { Pack } from './contract.ts'

/** The name of packages on devices, equal to the name of the table. */
export const packEntity = 'pack'

/** A case or pallet as devices store it. The server assigns the numbers. */
export type PackRecord = Omit<Pack, 'id' | 'version' | 'sscc' | 'identifier'> &
  Partial<Pick<Pack, 'sscc' | 'identifier'>> & {
    /** The codes as they were read, or the ids or numbers of the cases. Only on the device that captured them, until the server has them. */
    contents?: readonly string[]
  }
