import { randomBytes } from 'node:crypto'

/** Another source address for each caller, so that the limits per address, which have their own tests, do not apply. */
export const ownAddress = () => ({ 'x-forwarded-for': `10.${[...randomBytes(3)].join('.')}` })
