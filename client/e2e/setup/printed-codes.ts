import { createApi } from '#client/core/http/api.ts'
import { authContract } from '#shared/auth/contract.ts'
import { sender } from './api-sender.ts'

type Login = { email: string; password: string }

/** The codes of the newest finished order of a merchant, as the print house receives them. */
export async function printedCodes(baseURL: string, { email, password }: Login): Promise<string[]> {
  const { jwt } = await createApi(authContract, sender(baseURL)).signIn({ body: { identifier: email, password } })
  const headers = { authorization: `Bearer ${jwt}` }
  const { rows } = (await (await fetch(`${baseURL}/api/order?state=done`, { headers })).json()) as {
    rows: { id: string }[]
  }
  const list = await (await fetch(`${baseURL}/api/tag/download/${rows[0]!.id}`, { headers })).text()
  return list
    .split(/\r?\n/)
    .filter((line) => line.includes('/V/'))
    .map((line) => line.replaceAll('"', ''))
}
