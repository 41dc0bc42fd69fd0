import { accountsManifest } from './accounts.ts'
import type { Manifest } from './entry.ts'
import { fieldManifest } from './field.ts'
import { productsManifest } from './products.ts'
import { registrationManifest } from './registration.ts'

/** The access of every route. A route that is not listed fails the test. */
export const manifest: Manifest = {
  ...accountsManifest,
  ...registrationManifest,
  ...productsManifest,
  ...fieldManifest,
}
