import { accountCalls } from './accounts.ts'
import type { Calls } from './entry.ts'
import { fieldCalls } from './field.ts'
import { productCalls } from './products.ts'
import { registrationCalls } from './registration.ts'

/** Inputs of calls by method and path. A route without an entry uses the input of the access manifest. */
export const apiCalls: Calls = { ...accountCalls, ...registrationCalls, ...productCalls, ...fieldCalls }
