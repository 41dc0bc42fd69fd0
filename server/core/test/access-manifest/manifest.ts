import { accountsManifest } from './accounts.ts'
import type { Manifest } from './entry.ts'
import { fieldManifest } from './field.ts'
import { productsManifest } from './products.ts'
import { registrationManifest } from './registration.ts'

/** Who may call what. A route that is not listed here does not pass. */
export const manifest: Manifest = {
  ...accountsManifest,
  ...registrationManifest,
  ...productsManifest,
  ...fieldManifest,
}
