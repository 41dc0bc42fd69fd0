import { randomUUID } from 'node:crypto'
import { urlOf } from '#client/core/http/api.ts'
import type { Person, TestApp } from '#server/core/test/harness.ts'
import type { Route } from '#shared/core/api/contract.ts'
import type { Input } from './entry.ts'

/** Calls a route by its name in the manifest. For ids that the input omits, ids that do not exist are used. */
export async function callRoute(
  { app }: TestApp,
  name: string,
  { body, form, ...input }: Input,
  caller: Pick<Person, 'token'> | undefined,
  headers: Record<string, string> = {},
) {
  const [method, path] = name.split(' ') as [Route['method'], string]
  const params = { id: randomUUID(), address: '0'.repeat(26), ...input.params }
  const payload = form?.payload ?? (body as object | undefined)
  return app.inject({
    method,
    url: urlOf({ path: path.replace('(^[^.]+)', '') } as Route, { ...input, params }),
    headers: {
      'idempotency-key': randomUUID(),
      ...(caller && { authorization: `Bearer ${caller.token}` }),
      ...form?.headers,
      ...headers,
    },
    ...(payload !== undefined && { payload }),
  })
}
