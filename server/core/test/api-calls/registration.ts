import type { Input } from '#server/core/test/access-manifest/entry.ts'
import {
  admin,
  type Calls,
  everybody,
  file,
  merchant,
  office,
  overseers,
  pageQuery,
  pagesOf,
  type Scene,
  staff,
} from './entry.ts'

const nested = (name: string, fields: string) =>
  fields
    .split(' ')
    .map((field) => `${name}.${field}`)
    .join(' ')

const mark =
  'id registration_name registration_no applicant_name applicant_address country status details.class details.postcode details.file.hash details.active'
const markDraft = `registration_name! registration_no! applicant_name! applicant_address! country! details! details.class! details.postcode! details.file! ${nested('details.file', file)} acknowledgeInfoCorrect!`
const business =
  'id name merchant registration_no isActive details.verified details.documents.hash details.documents.ext details.documents.name details.country'
const businessDraft = `registration_no! details! details.documents! ${nested('details.documents', file)} details.address details.contactNo details.email details.country! details.postcode`
const plan = 'id title codes description validity validity_unit'
const planDraft = 'title! price promo_price codes! description! validity! validity_unit!'
const bought = 'id merchant codes currency description createdAt kind'
const balance = 'usedCodes isActive remainingDays trial remainingCodes validity'

const businessOf = ({ own }: Scene, registration_no: string): Input => ({
  body: { registration_no, details: { documents: own.document, country: 'my' } },
})
/** The number that the harness gave the business. */
async function registrationNo({ world, own }: Scene): Promise<string> {
  const { rows } = await world.database.query('select registration_no from business where id = $1', [own.businessId])
  return rows[0].registration_no
}
const forget = ({ world, own }: Scene) =>
  world.database.query('delete from business where merchant_id = $1', [own.merchantId])

/** What administrators review, plans and credit. */
export const registrationCalls: Calls = {
  'GET /trademark': { who: everybody, query: `${pageQuery} waiting`, answer: pagesOf(mark) },
  'GET /trademark/:id': { who: everybody, answer: mark },
  'GET /trademark/count': { who: everybody, answer: 'count' },
  'POST /trademark': { who: merchant, body: markDraft, answer: mark },
  'PUT /trademark/:id': { who: merchant, body: markDraft, answer: mark },
  'DELETE /trademark/:id': {
    who: merchant,
    answer: 'ok',
    send: async ({ world, own }) => {
      const { rows } = await world.database.query(
        `insert into trademark (merchant_id, registration_name, registration_no, applicant_name, applicant_address, country, status, details)
         select merchant_id, 'Unused', 'TM-0', 'Ada', 'Pahang', 'my', 'Pending Approval', details from trademark where id = $1 returning id`,
        [own.trademarkId],
      )
      return { params: { id: rows[0].id } }
    },
  },
  'PUT /trademark/status/:id': { who: admin, body: 'status! note', answer: mark },

  'GET /business': { who: office, answer: business },
  'GET /business/progress': {
    who: staff,
    answer: 'emailConfirmed businessUpdated trademarkRegistered businessApproved trademarkApproved',
  },
  'GET /business/all': {
    who: admin,
    query: `${pageQuery} waiting`,
    answer: pagesOf('id name registration_no merchant isActive'),
  },
  'POST /business': {
    who: merchant,
    body: businessDraft,
    answer: business,
    send: async (scene) => {
      await forget(scene)
      return businessOf(scene, 'REG-1')
    },
  },
  'PUT /business': {
    who: merchant,
    body: businessDraft,
    answer: business,
    send: async (scene) => businessOf(scene, await registrationNo(scene)),
  },
  'PUT /business/:id': {
    who: admin,
    body: 'registration_no note details! details.verified!',
    answer: business,
    send: async (scene) => ({
      params: { id: scene.own.businessId },
      body: { registration_no: await registrationNo(scene), details: { verified: false } },
    }),
  },
  'DELETE /business/:id': { who: admin, answer: 'ok' },

  'GET /plan': { who: everybody, answer: '[].id [].title [].codes [].description' },
  'GET /plan/:id': {
    who: everybody,
    answer: plan,
    send: ({ own }) => ({ params: { id: own.planId } }),
  },
  'POST /plan': { who: admin, body: planDraft, answer: plan },
  'PUT /plan/:id': { who: admin, body: planDraft, answer: plan },
  'DELETE /plan/:id': { who: admin, answer: 'ok' },

  'GET /billing': { who: overseers, query: `${pageQuery} merchant`, answer: pagesOf(bought) },
  'POST /billing': { who: admin, body: 'plan! merchant!', answer: bought },
  'POST /billing/startTrial': {
    who: admin,
    body: 'merchant!',
    answer: bought,
    // A trial comes before any purchase.
    send: async ({ world }) => ({ body: { merchant: (await world.signUp({ confirmed: true })).merchantId } }),
  },
  'GET /billing/getBalance': { who: staff, answer: balance },
  'GET /billing/getBalance/:id': { who: admin, answer: balance },
  'PUT /billing/updateStatus/:id': { who: admin, body: 'isActive!', answer: balance },
}
