import type { z } from 'zod'
import type { Input } from '#server/core/test/access-manifest/entry.ts'
import type { Person, TestApp } from '#server/core/test/harness.ts'
import type { MerchantData } from '#server/core/test/merchant-data.ts'

/** A merchant with one resource of each kind. */
export type Scene = { world: TestApp; own: MerchantData; owner: Person }

/** Data about a successful call that neither the contracts nor the access manifest contain. */
type Call = {
  /** The schema of the response, if the contract does not contain it. */
  shape?: z.ZodType
  /** A standard says that the call rejects unknown fields, which all others ignore. */
  isStrict?: true
  /** The status of a successful call, if a standard says that it is not 200. */
  status?: number
  /** An input that is accepted, if the one of the manifest is not. */
  send?: (scene: Scene) => Input | Promise<Input>
}
export type Calls = Record<string, Call>
