import { createApi, type Send } from '#client/core/http/api.ts'
import { demoSignIns } from '#scripts/seed/accounts.ts'
import { authContract } from '#shared/auth/contract.ts'
import type { SystemServer } from './test-system.ts'

export type SignedInClient = { send: Send; headers: Record<string, string> }

/** The calls of the demo merchant to a server, over HTTP; or of another account that has its password. */
export async function createSignedInClient(
  { url }: Pick<SystemServer, 'url'>,
  email: string = demoSignIns[0].email,
): Promise<SignedInClient> {
  const { password } = demoSignIns[0]
  const { jwt } = await createApi(authContract, sender(url)).signIn({ body: { identifier: email, password } })
  const headers = { authorization: `Bearer ${jwt}` }
  return { headers, send: sender(url, headers) }
}

const sender =
  (origin: string, own: Record<string, string> = {}): Send =>
  async ({ method, url, body, headers }) => {
    const answer = await fetch(origin + url, {
      method,
      headers: { ...headers, ...own, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, body: await answer.json() }
  }
