import { createApi } from '#client/core/http/api.ts'
import { authContract } from '#shared/auth/contract.ts'
import { billingContract } from '#shared/billing/contract.ts'
import { businessContract } from '#shared/business/contract.ts'
import { trademarkContract } from '#shared/trademark/contract.ts'
import { sender } from './api-sender.ts'

/** What an administrator does for a merchant, by calls. `link` is a one-time administrator link. */
export async function administratorCalls(baseURL: string, link: string) {
  const token = new URL(link).searchParams.get('token')!
  const { jwt } = await createApi(authContract, sender(baseURL)).administratorLink({ body: { token } })
  const send = sender(baseURL, jwt)
  const [businesses, trademarks, billing] = [
    createApi(businessContract, send),
    createApi(trademarkContract, send),
    createApi(billingContract, send),
  ]
  const businessOf = async (company: string) => (await businesses.all({ query: { search: company } })).rows[0]!
  return {
    /** Approves the business of a company, and a trademark by its name. */
    async approve(company: string, brand: string) {
      const { id } = await businessOf(company)
      await businesses.review({ params: { id }, body: { details: { verified: true } } })
      const trademark = (await trademarks.list({ query: { search: brand } })).rows[0]!
      await trademarks.setStatus({ params: { id: trademark.id }, body: { status: 'Approved' } })
    },
    /** Grants the first plan. */
    async grant(company: string) {
      const { merchant } = await businessOf(company)
      const plan = (await billing.plans())[0]!
      await billing.grant({ body: { merchant, plan: plan.id } })
    },
  }
}
