import { accountCalls } from './accounts.ts'
import type { Calls } from './entry.ts'
import { fieldCalls } from './field.ts'
import { productCalls } from './products.ts'
import { registrationCalls } from './registration.ts'

/** The calls that clients are promised, by method and path. */
export const apiCalls: Calls = { ...accountCalls, ...registrationCalls, ...productCalls, ...fieldCalls }
