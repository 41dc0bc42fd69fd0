import type { Input } from '#server/core/test/access-manifest/entry.ts'
import type { Calls, Scene } from './entry.ts'

const businessOf = ({ own }: Scene, registration_no: string): Input => ({
  body: { registration_no, details: { documents: own.document, country: 'my' } },
})
/** The registration number that the harness gave the business. */
async function registrationNo({ world, own }: Scene): Promise<string> {
  const { rows } = await world.database.query('select registration_no from business where id = $1', [own.businessId])
  return rows[0].registration_no
}
const forget = ({ world, own }: Scene) =>
  world.database.query('delete from business where merchant_id = $1', [own.merchantId])

/** Documents that administrators review, plans and credit. */
export const registrationCalls: Calls = {
  'DELETE /trademark/:id': {
    send: async ({ world, own }) => {
      const { rows } = await world.database.query(
        `insert into trademark (merchant_id, registration_name, registration_no, applicant_name, applicant_address, country, status, details)
         select merchant_id, 'Unused', 'TM-0', 'Ada', 'Pahang', 'my', 'Pending Approval', details from trademark where id = $1 returning id`,
        [own.trademarkId],
      )
      return { params: { id: rows[0].id } }
    },
  },

  'POST /business': {
    send: async (scene) => {
      await forget(scene)
      return businessOf(scene, 'REG-1')
    },
  },
  'PUT /business': {
    send: async (scene) => businessOf(scene, await registrationNo(scene)),
  },
  'PUT /business/:id': {
    send: async (scene) => ({
      params: { id: scene.own.businessId },
      body: { registration_no: await registrationNo(scene), details: { verified: false } },
    }),
  },

  'GET /plan/:id': {
    send: ({ own }) => ({ params: { id: own.planId } }),
  },

  'POST /billing/startTrial': {
    // A trial is possible only before a purchase.
    send: async ({ world }) => ({ body: { merchant: (await world.signUp({ confirmed: true })).merchantId } }),
  },
}
