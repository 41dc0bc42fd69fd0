import type { Input } from '#server/core/test/access-manifest/entry.ts'
import type { Person, TestApp } from '#server/core/test/harness.ts'
import type { MerchantData } from '#server/core/test/merchant-data.ts'

/** A merchant with one resource of each kind. */
export type PromisedScene = { world: TestApp; own: MerchantData; owner: Person }

/** `answer` names the promised fields of the response. */
export type Promised = {
  as?: 'admin' | 'shopper'
  send?: (scene: PromisedScene) => Input | Promise<Input>
  answer?: readonly string[]
}
export type PromisedCalls = Record<string, Promised>

export const byId = (pick: (own: MerchantData) => string, body?: object) => ({
  send: ({ own }: PromisedScene): Input => ({ params: { id: pick(own) }, ...(body && { body }) }),
})
export const page = ['rows', 'total']
