import type { z } from 'zod'
import type { Input } from '#server/core/test/access-manifest/entry.ts'
import type { Person, TestApp } from '#server/core/test/harness.ts'
import type { MerchantData } from '#server/core/test/merchant-data.ts'
import type { Role } from '#shared/core/api/access.ts'

/** A merchant with one of everything. */
export type Scene = { world: TestApp; own: MerchantData; owner: Person }

/**
 * One call as it is promised to whoever writes a client. Fields are named in one line: `!` marks those that a call cannot
 * do without, a dot leads into an object, `[]` into the first of a list.
 */
export type Call = {
  /** `anybody` needs no session. */
  who: readonly Role[] | 'anybody'
  /** Everything that the body may hold. */
  body?: string
  /** Everything that the query may hold. */
  query?: string
  /** What the answer holds at least. A file instead of JSON is named by its content type. */
  answer: string
  /** The schema of the answer, where the route is not served by its contract alone. */
  shape?: z.ZodType
  /** What passes, where the manifest's example about the caller's own things does not. */
  send?: (scene: Scene) => Input | Promise<Input>
}
export type Calls = Record<string, Call>

export const merchant = ['merchant'] as const
export const dealers = ['merchant', 'dealer'] as const
export const staff = ['merchant', 'dealer', 'customerservice'] as const
export const office = ['merchant', 'customerservice'] as const
export const overseers = ['merchant', 'customerservice', 'admin'] as const
export const everybody = ['merchant', 'dealer', 'customerservice', 'admin'] as const
export const admin = ['admin'] as const

export const pageQuery = 'page limit sort search'
export const file = 'hash! ext! name! mime! size!'

export const pagesOf = (fields: string) => ['total', ...fields.split(' ').map((field) => `rows[].${field}`)].join(' ')
