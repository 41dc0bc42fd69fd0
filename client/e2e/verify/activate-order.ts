import { createApi } from '#client/core/http/api.ts'
import { sender } from '#client/e2e/setup/api-sender.ts'
import { demoSignIns } from '#scripts/seed/accounts.ts'
import { activationRunContract } from '#shared/activation/run-contract.ts'
import { authContract } from '#shared/auth/contract.ts'
import { orderContract } from '#shared/order/contract.ts'

/** Activates the first codes of the seeded merchant's order with this note, as the merchant. */
export async function activateOrder(baseURL: string, { note, last }: { note: string; last: number }): Promise<void> {
  const [{ email, password }] = demoSignIns
  const { jwt } = await createApi(authContract, sender(baseURL)).signIn({ body: { identifier: email, password } })
  const send = sender(baseURL, jwt)
  const { rows } = await createApi(orderContract, send).list({ query: { search: note } })
  await createApi(activationRunContract, send).start({
    body: { orderId: rows[0]!.id, first: 1, last },
    idempotencyKey: crypto.randomUUID(),
  })
}
