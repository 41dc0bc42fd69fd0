import type { Person, TestApp } from '#server/core/test/harness.ts'
import type { MerchantData } from '#server/core/test/merchant-data.ts'

/** A merchant with one resource of each kind. */
export type PromisedScene = { world: TestApp; own: MerchantData; owner: Person }

/** What a client sends: parameters of the path, query and JSON, or a form with files. */
export type Sent = Partial<Record<'params' | 'query', Record<string, unknown>>> & {
  body?: object
  form?: { payload: Buffer; headers: Record<string, string> }
}

/** `answer` names the promised fields of the response. */
export type Promised = {
  as?: 'admin' | 'shopper'
  send?: (scene: PromisedScene) => Sent | Promise<Sent>
  answer?: readonly string[]
}
export type PromisedCalls = Record<string, Promised>

export const byId = (pick: (own: MerchantData) => string, body?: object) => ({
  send: ({ own }: PromisedScene): Sent => ({ params: { id: pick(own) }, ...(body && { body }) }),
})
export const page = ['rows', 'total']
