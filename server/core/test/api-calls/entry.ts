import type { z } from 'zod'
import type { Input } from '#server/core/test/access-manifest/entry.ts'
import type { Person, TestApp } from '#server/core/test/harness.ts'
import type { MerchantData } from '#server/core/test/merchant-data.ts'

/** A merchant with one of everything. */
export type Scene = { world: TestApp; own: MerchantData; owner: Person }

/** What the contracts and the access manifest do not say about a call that succeeds. */
export type Call = {
  /** The schema of the answer, where the route is not served by its contract alone. */
  shape?: z.ZodType
  /** An input that is accepted, where the example of the manifest is not. */
  send?: (scene: Scene) => Input | Promise<Input>
}
export type Calls = Record<string, Call>
