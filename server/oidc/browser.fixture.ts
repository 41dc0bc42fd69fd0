import { randomInt } from 'node:crypto'
import { type Api, createApi } from '#client/core/http/api.ts'
import type { Person, TestApp } from '#server/core/test/harness.ts'
import type { Contract } from '#shared/core/api/contract.ts'
import { oidcContract, type ProviderInput } from '#shared/oidc/contract.ts'
import { clientId, clientSecret } from './provider.fixture.ts'

/** Providers of tests are on this machine. */
export const localProviders = { webhookAllowCidrs: ['127.0.0.1/32'] }

/** A browser that keeps its cookies. */
export function openBrowser({ app }: TestApp) {
  const cookies = new Map<string, string>()
  const remoteAddress = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`
  return {
    cookies,
    api<C extends Contract>(contract: C, caller?: Pick<Person, 'token'> | string): Api<C> {
      const token = typeof caller === 'string' ? caller : caller?.token
      return createApi(contract, async ({ method, url, body, headers }) => {
        const answer = await app.inject({
          method,
          url,
          remoteAddress,
          headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
          cookies: Object.fromEntries(cookies),
          ...(body !== undefined && { payload: body as object }),
        })
        for (const { name, value } of answer.cookies) cookies.set(name, value)
        return { status: answer.statusCode, body: answer.body ? answer.json() : undefined }
      })
    },
  }
}
export type TestBrowser = ReturnType<typeof openBrowser>

/** Saves the provider of a merchant. */
export const saveProvider = (world: TestApp, owner: Person, issuer: string, fields: Partial<ProviderInput> = {}) =>
  world.api(oidcContract, owner).save({ body: { issuer, clientId, clientSecret, ...fields } })
