import { registrationCalls } from '#server/core/test/api-calls/registration.ts'
import type { StoredFile } from '#shared/core/fields/fields.ts'
import { byId, type PromisedCalls, type PromisedScene, page } from './entry.ts'

const plan = { title: 'Grower', price: 100, promo_price: 80, codes: 1000, description: 'For a season' }
const mark = ({ own }: PromisedScene) => ({
  registration_name: 'Gold',
  registration_no: 'TM-9',
  applicant_name: 'Bob',
  applicant_address: 'Ipoh',
  country: 'my',
  details: { class: '30', postcode: '39100', file: own.document },
  acknowledgeInfoCorrect: true,
})
const markFields = ['id', 'registration_name', 'registration_no', 'applicant_name', 'status', 'details']
const businessFields = ['id', 'name', 'merchant', 'registration_no', 'isActive', 'details']
const balanceFields = ['usedCodes', 'isActive', 'remainingDays', 'trial', 'remainingCodes']

/** Business, trademarks, plans and credit. */
export const promisedRegistration: PromisedCalls = {
  'GET /billing': { answer: page },
  'POST /billing': { as: 'admin', send: ({ own }) => ({ body: { plan: own.planId, merchant: own.merchantId } }) },
  'GET /billing/getBalance': {
    answer: balanceFields,
  },
  'PUT /billing/updateStatus/:id': { as: 'admin', ...byId((own) => own.merchantId, { isActive: true }) },
  'GET /trademark': { answer: page },
  'GET /trademark/:id': byId((own) => own.trademarkId),
  'GET /trademark/count': {},
  'PUT /trademark/status/:id': { as: 'admin', ...byId((own) => own.trademarkId, { status: 'Rejected' }) },
  'GET /business': {},
  'GET /business/progress': {
    answer: ['emailConfirmed', 'businessUpdated', 'trademarkRegistered', 'businessApproved', 'trademarkApproved'],
  },
  'GET /business/all': { as: 'admin', answer: page },
  'GET /plan': {},
  'GET /plan/:id': byId((own) => own.planId),
  'POST /plan': { as: 'admin', send: () => ({ body: plan }), answer: ['id', ...Object.keys(plan)] },
  'PUT /plan/:id': { as: 'admin', ...byId((own) => own.planId, plan), answer: Object.keys(plan) },
  'DELETE /plan/:id': { as: 'admin', ...byId((own) => own.planId) },
  'POST /billing/startTrial': { as: 'admin', send: registrationCalls['POST /billing/startTrial']!.send! },
  'GET /billing/getBalance/:id': { as: 'admin', ...byId((own) => own.merchantId), answer: balanceFields },
  'POST /trademark': { send: (scene) => ({ body: mark(scene) }), answer: markFields },
  'PUT /trademark/:id': {
    send: (scene) => ({ params: { id: scene.own.trademarkId }, body: mark(scene) }),
    answer: markFields,
  },
  'DELETE /trademark/:id': { send: registrationCalls['DELETE /trademark/:id']!.send! },
  // Its document has no type and no size.
  'POST /business': {
    send: async (scene) => {
      const sent = await registrationCalls['POST /business']!.send!(scene)
      const { details, ...body } = sent.body as { details: { documents: StoredFile } }
      const { hash, ext, name } = details.documents
      return { ...sent, body: { ...body, details: { ...details, documents: { hash, ext, name } } } }
    },
    answer: businessFields,
  },
  'PUT /business': { send: registrationCalls['PUT /business']!.send!, answer: businessFields },
  // A client sends the whole details, of which only `verified` changes something.
  'PUT /business/:id': {
    as: 'admin',
    send: async (scene) => {
      const { params, body } = await registrationCalls['PUT /business/:id']!.send!(scene)
      const { registration_no } = body as { registration_no: string }
      const details = { verified: true, documents: scene.own.document, address: 'Ipoh', country: 'my' }
      return { params: params!, body: { registration_no, details } }
    },
    answer: businessFields,
  },
  'DELETE /business/:id': { as: 'admin', ...byId((own) => own.businessId) },
}
