import { activate, finish } from '#server/activation/activation.fixture.ts'
import { begin } from '#server/submission/submission.fixture.ts'
import { type Calls, dealers, merchant, pageQuery, pagesOf, type Scene, staff } from './entry.ts'

const form = 'id name custom_id_label sections[].id sections[].name sections[].questions[].name'
const section = 'id name sequence sensors questions formId'
const formDraft = 'name custom_id_label sections'
const sectionDraft = 'name sequence sensors questions'
const submission = 'id date formId form.name custom_id sections answers'
const answersDraft = 'answers sensorAnswers'
const shipment = 'id identifier recipient manufacturer_id note'
const delivery = 'delivered logisticLoggingEnded'

const empty = async ({ world, own, owner }: Scene) => {
  const { id } = await begin(world, owner, { id: own.formId }, { custom_id: 'Empty' })
  return { params: { id } }
}
const body = { recipient: 'Tea House', identifier: 'S-1', shipped_at: '2026-11-21T08:00:00Z' }
/** The third code travels, on a product that is in use. */
async function travelling({ world, own, owner }: Scene) {
  const { id } = await activate(world, owner, own.codes.slice(2))
  await finish(world, id)
  const code = own.codes[2]!.split('/').at(-1)!
  return { a: code.slice(0, 26), p: code.slice(26) }
}
async function scanned(scene: Scene) {
  const { a, p } = await travelling(scene)
  const { body } = await scene.world.app.inject(`/api/logistic/accessToken?a=${a}&p=${p}`)
  return { query: { a }, body: { token: JSON.parse(body).token } }
}

/** Forms, submissions and shipments. */
export const fieldCalls: Calls = {
  'GET /form': { who: staff, query: pageQuery, answer: pagesOf(form) },
  'GET /form/:id': { who: staff, answer: form },
  'POST /form': {
    who: merchant,
    body: `id ${formDraft}`,
    answer: 'id name custom_id_label sections',
    send: () => ({ body: { name: 'Second harvest', custom_id_label: 'Batch', sections: [] } }),
  },
  'PUT /form/:id': { who: merchant, body: `${formDraft} revision!`, answer: form },
  'DELETE /form/:id': { who: merchant, answer: 'ok' },
  'POST /form/:id/section': { who: merchant, body: `id ${sectionDraft}`, answer: section },
  'GET /section/byFormId/:id': { who: staff, answer: '[].id [].name [].questions[].name' },
  'GET /section/:id': { who: staff, answer: section },
  'GET /section/:id/sensor': { who: staff, answer: '' },
  'PUT /section/:id': { who: merchant, body: `${sectionDraft} revision!`, answer: section },
  'DELETE /section/:id': { who: merchant, answer: 'ok' },
  'GET /question/bySectionId/:id': { who: staff, answer: '[].id [].name [].datatype' },

  'GET /submission': { who: staff, query: pageQuery, answer: pagesOf('id date formId custom_id') },
  'GET /submission/:id': { who: staff, answer: submission },
  'POST /submission/byFormId/:formId': {
    who: dealers,
    body: 'id date! formId formRevision custom_id!',
    answer: `${submission} status`,
  },
  'PUT /submission/:id': { who: dealers, body: 'date formId custom_id', answer: `${submission} status` },
  'DELETE /submission/:id': { who: dealers, answer: 'ok', send: empty },
  'GET /submission/:id/answers/bySectionId/:sectionId': {
    who: staff,
    answer: 'questions[].id answers[].questionId answers[].value',
  },
  'POST /submission/:id/answers': { who: dealers, body: answersDraft, answer: submission },
  'PUT /submission/:id/answers': { who: dealers, body: answersDraft, answer: submission },
  'GET /submission/:id/preview': { who: staff, answer: 'answers[].answer sensorAnswers[].start_time' },

  'GET /logistic': { who: staff, query: pageQuery, answer: pagesOf(shipment) },
  'GET /logistic/:id': { who: staff, answer: shipment },
  'POST /logistic': {
    who: dealers,
    body: 'id identifier recipient! manufacturer_id! note shipped_at addresses!',
    answer: 'id identifier recipient note',
    send: ({ own }) => ({
      body: { recipient: 'Tea House', manufacturer_id: null, note: 'Fragile', addresses: own.codes.slice(1, 2) },
    }),
  },
  'PUT /logistic/:id': {
    who: dealers,
    body: 'identifier! recipient! shipped_at! note manufacturer_id delivered logging_ended',
    answer: shipment,
    send: ({ own }) => ({ params: { id: own.logisticId }, body }),
  },
  'DELETE /logistic/:id': { who: dealers, answer: 'ok' },
  'GET /logistic/accessToken': {
    who: 'anybody',
    query: 'a address p',
    answer: `token expiresAt ${delivery}`,
    send: async (scene) => ({ query: await travelling(scene) }),
  },
  'POST /logistic/arrived': { who: 'anybody', query: 'a!', body: 'token', answer: delivery, send: scanned },
  'POST /logistic/endSensorLogging': { who: 'anybody', query: 'a!', body: 'token', answer: delivery, send: scanned },
}
