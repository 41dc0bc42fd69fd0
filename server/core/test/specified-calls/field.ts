import { fieldCalls } from '#server/core/test/api-calls/field.ts'
import { byId, type Promised, type PromisedCalls, page } from './entry.ts'

/** In milliseconds, with the zone as a difference from UTC. */
const week = () => ({ from: String(Date.now() - 7 * 86_400_000), to: String(Date.now()), timeZone: '+08:00' })
const reading = () => ({ value: 4.2, createdAt: new Date().toISOString() })
const noon = '2026-11-21T12:00:00Z'
const thermometer = {
  name: 'Cold room',
  model: 'T-1',
  type: 'temperature',
  unit: '°C',
  location: 'Ipoh',
  threshold: 8,
}
const sensorFields = ['id', ...Object.keys(thermometer), 'lastUpdatedAt', 'average']
const answersOf = {
  send: async ({ world, own }) => {
    const { rows } = await world.database.query(
      `select question_id as "questionId", value from submission_answer where submission_id = $1 limit 1`,
      [own.submissionId],
    )
    return { params: { id: own.submissionId }, body: { answers: rows, sensorAnswers: [] } }
  },
  answer: ['answers'],
} satisfies Promised
/** The token is promised by no table: the address alone is printed on the package. */
const ofScan = (name: 'arrived' | 'endSensorLogging') => ({
  as: 'shopper' as const,
  send: fieldCalls[`POST /logistic/${name}`]!.send!,
})

/** Insights, forms, submissions, shipments and sensors. */
export const promisedField: PromisedCalls = {
  'GET /insights': {
    send: () => ({ query: week() }),
    answer: ['summary', 'risk', 'trend', 'activityMap', 'weeklyActivity', 'os'],
  },
  'GET /insights/report': { send: () => ({ query: week() }) },
  'GET /geoip': {},
  'GET /form': { answer: page },
  'GET /form/:id': byId((own) => own.formId),
  'POST /form': { send: () => ({ body: { name: 'Tea', custom_id_label: 'Batch' } }) },
  'PUT /form/:id': { ...byId((own) => own.formId, { name: 'Autumn', custom_id_label: 'Lot' }), answer: ['name'] },
  'POST /form/:id/section': byId((own) => own.formId, { name: 'Packing', sensors: [], questions: [] }),
  'GET /section/byFormId/:id': byId((own) => own.formId),
  'GET /section/:id': byId((own) => own.sectionId),
  'GET /section/:id/sensor': byId((own) => own.sectionId),
  'PUT /section/:id': byId((own) => own.sectionId, { name: 'Harvest' }),
  'DELETE /section/:id': byId((own) => own.sectionId),
  'GET /question/bySectionId/:id': byId((own) => own.sectionId),
  'GET /submission': { answer: page },
  'GET /submission/:id': byId((own) => own.submissionId),
  'GET /submission/:id/preview': { ...byId((own) => own.submissionId), answer: ['answers', 'sensorAnswers'] },
  'GET /logistic': { answer: page },
  'GET /logistic/:id': byId((own) => own.logisticId),
  'POST /logistic': {
    send: ({ own }) => ({
      body: { recipient: 'Harbor', manufacturer_id: 'TAG-2', note: '', addresses: own.codes.slice(1, 2) },
    }),
    answer: ['identifier', 'recipient', 'note', 'quantity', 'manufacturer_id', 'createdAt'],
  },
  'DELETE /logistic/:id': byId((own) => own.logisticId),
  'GET /sensor': { answer: page },
  'GET /sensor/:id': { ...byId((own) => own.sensorId), answer: [...sensorFields, 'logs'] },
  'GET /sensor/:id/log': {
    send: ({ own }) => ({ params: { id: own.sensorId }, query: { startTime: '0', endTime: String(Date.now()) } }),
    answer: ['logs', 'type', 'unit', 'threshold'],
  },
  'GET /sensor/log/:id': { ...byId((own) => own.sensorId) },
  'POST /sensor/:id/log': { send: ({ own }) => ({ params: { id: own.sensorId }, body: reading() }) },
  'DELETE /sensor/:id': byId((own) => own.sensorId),
  'DELETE /form/:id': byId((own) => own.formId),
  'POST /submission/byFormId/:formId': {
    send: ({ own }) => ({ params: { formId: own.formId }, body: { date: noon, formId: own.formId, custom_id: 'B-2' } }),
    answer: ['id', 'date', 'formId', 'custom_id', 'currentSection', 'points'],
  },
  'PUT /submission/:id': {
    send: ({ own }) => ({
      params: { id: own.submissionId },
      body: { date: noon, formId: own.formId, custom_id: 'B-3' },
    }),
    answer: ['id', 'custom_id', 'answers', 'sensorAnswers'],
  },
  'DELETE /submission/:id': { send: fieldCalls['DELETE /submission/:id']!.send! },
  'GET /submission/:id/answers/bySectionId/:sectionId': {
    send: ({ own }) => ({ params: { id: own.submissionId, sectionId: own.sectionId } }),
  },
  'POST /submission/:id/answers': answersOf,
  'PUT /submission/:id/answers': answersOf,
  'PUT /logistic/:id': {
    send: ({ own }) => ({
      params: { id: own.logisticId },
      body: { identifier: 'S-1', note: 'Fragile', shipped_at: noon },
    }),
    answer: ['identifier', 'recipient', 'note', 'shipped_at', 'delivered_at'],
  },
  'GET /logistic/accessToken': { as: 'shopper', send: fieldCalls['GET /logistic/accessToken']!.send! },
  'POST /logistic/arrived': ofScan('arrived'),
  'POST /logistic/endSensorLogging': ofScan('endSensorLogging'),
  'POST /sensor': {
    send: () => ({ body: { ...thermometer, type: 'Temperature', unit: 'Celsius' } }),
    answer: sensorFields,
  },
  'PUT /sensor/:id': {
    send: ({ own }) => ({ params: { id: own.sensorId }, body: { ...thermometer, location: 'Pahang' } }),
    answer: sensorFields,
  },
}
