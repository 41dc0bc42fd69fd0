import type { MerchantData } from '#server/core/test/merchant-data.ts'
import { byId, dealers, type Manifest, merchants, open, owners, reads } from './entry.ts'

const thermometer = { name: 'Mine', type: 'temperature', unit: '°C' }
const template = ({ formId }: MerchantData) => ({ body: { id: formId, name: 'Mine' } })

/** Forms, submissions, shipments, offline records and the calls of shoppers. */
export const fieldManifest: Manifest = {
  'GET /form': reads,
  'GET /form/:id': { denied: merchants, foreign: 404, ...byId(({ formId }) => formId) },
  'POST /form': { denied: owners, foreign: 409, input: (theirs) => template(theirs) },
  'PUT /form/:id': {
    denied: owners,
    foreign: 404,
    input: (theirs) => ({ params: { id: theirs.formId }, body: { ...template(theirs).body, revision: 1 } }),
  },
  'DELETE /form/:id': { denied: owners, foreign: 404, ...byId(({ formId }) => formId) },
  'POST /form/:id/section': { denied: owners, foreign: 404, ...byId(({ formId }) => formId, { body: {} }) },
  'GET /section/byFormId/:id': { denied: merchants, foreign: 404, ...byId(({ formId }) => formId) },
  'GET /section/:id': { denied: merchants, foreign: 404, ...byId(({ sectionId }) => sectionId) },
  'GET /section/:id/sensor': { denied: merchants, foreign: 404, ...byId(({ sectionId }) => sectionId) },
  'PUT /section/:id': {
    denied: owners,
    foreign: 404,
    ...byId(({ sectionId }) => sectionId, { body: { revision: 1 } }),
  },
  'DELETE /section/:id': { denied: owners, foreign: 404, ...byId(({ sectionId }) => sectionId) },
  'GET /question/bySectionId/:id': { denied: merchants, foreign: 404, ...byId(({ sectionId }) => sectionId) },

  'GET /sensor': reads,
  'GET /sensor/:id': { denied: merchants, foreign: 404, ...byId(({ sensorId }) => sensorId) },
  'POST /sensor': { denied: owners, foreign: 'own', input: () => ({ body: thermometer }) },
  'PUT /sensor/:id': { denied: owners, foreign: 404, ...byId(({ sensorId }) => sensorId, { body: thermometer }) },
  'DELETE /sensor/:id': { denied: owners, foreign: 404, ...byId(({ sensorId }) => sensorId) },
  'GET /sensor/:id/log': { denied: merchants, foreign: 404, ...byId(({ sensorId }) => sensorId) },
  'GET /sensor/log/:id': { denied: merchants, foreign: 404, ...byId(({ sensorId }) => sensorId) },
  'POST /sensor/:id/log': {
    denied: dealers,
    foreign: 404,
    ...byId(({ sensorId }) => sensorId, { body: { value: 4, createdAt: '2026-11-21T08:00:00Z' } }),
  },

  'GET /logistic/:id/reports': { denied: merchants, foreign: 404, ...byId(({ logisticId }) => logisticId) },
  'POST /logistic/:id/reports': {
    denied: dealers,
    foreign: 404,
    ...byId(({ logisticId }) => logisticId, { body: {} }),
  },
  'GET /logistic/reports/:id': { denied: merchants, foreign: 404, ...byId(({ reportId }) => reportId) },
  'GET /logistic/reports/:id/ots': { denied: merchants, foreign: 404, ...byId(({ reportId }) => reportId) },
  'GET /alarm': reads,
  'PUT /alarm/:id': { denied: owners, foreign: 404, ...byId(({ alarmId }) => alarmId) },
  'GET /alarm/rule': { denied: merchants, foreign: 'own' },
  'PUT /alarm/rule': { denied: owners, foreign: 'own', input: () => ({ body: { alarmMinutes: 10 } }) },

  'GET /submission': reads,
  'GET /submission/:id': { denied: merchants, foreign: 404, ...byId(({ submissionId }) => submissionId) },
  'POST /submission/byFormId/:formId': {
    denied: dealers,
    foreign: 404,
    input: ({ formId }) => ({ params: { formId }, body: { date: '2026-11-21T08:00:00Z', custom_id: 'Mine' } }),
  },
  'PUT /submission/:id': {
    denied: dealers,
    foreign: 404,
    ...byId(({ submissionId }) => submissionId, { body: { custom_id: 'Mine' } }),
  },
  'DELETE /submission/:id': { denied: dealers, foreign: 404, ...byId(({ submissionId }) => submissionId) },
  'GET /submission/:id/answers/bySectionId/:sectionId': {
    denied: merchants,
    foreign: 404,
    input: ({ submissionId, sectionId }) => ({ params: { id: submissionId, sectionId } }),
  },
  'POST /submission/:id/answers': {
    denied: dealers,
    foreign: 404,
    ...byId(({ submissionId }) => submissionId, { body: {} }),
  },
  'PUT /submission/:id/answers': {
    denied: dealers,
    foreign: 404,
    ...byId(({ submissionId }) => submissionId, { body: {} }),
  },
  'GET /submission/:id/preview': { denied: merchants, foreign: 404, ...byId(({ submissionId }) => submissionId) },

  'GET /logistic': reads,
  'GET /logistic/:id': { denied: merchants, foreign: 404, ...byId(({ logisticId }) => logisticId) },
  'POST /logistic': {
    denied: dealers,
    foreign: 409,
    input: ({ codes }) => ({ body: { recipient: 'Me', manufacturer_id: null, addresses: codes } }),
  },
  'PUT /logistic/:id': {
    denied: dealers,
    foreign: 404,
    ...byId(({ logisticId }) => logisticId, {
      body: { recipient: 'Me', identifier: 'Mine', shipped_at: '2026-11-21T08:00:00Z' },
    }),
  },
  'DELETE /logistic/:id': { denied: dealers, foreign: 404, ...byId(({ logisticId }) => logisticId) },
  'GET /payloads/byLogisticId/:id': { denied: merchants, foreign: 404, ...byId(({ logisticId }) => logisticId) },
  'GET /logistic/tags': { denied: merchants, foreign: 'nothing' },
  'POST /logistic/tags': { denied: dealers, foreign: 'own', input: () => ({ body: { tidnfc: 'TAG-1' } }) },
  'GET /logistic/:id/log': { denied: merchants, foreign: 404, ...byId(({ logisticId }) => logisticId) },
  'GET /logistic/log/:id': { denied: merchants, foreign: 404, ...byId(({ logisticId }) => logisticId) },
  'GET /logistic/accessToken': open,
  'POST /logistic/arrived': open,
  'POST /logistic/endSensorLogging': open,

  'GET /tag/preview': { denied: merchants, foreign: 404, input: ({ codes }) => ({ query: { a: codes[0] } }) },

  'POST /sync/push': { denied: merchants, foreign: 'own' },
  'POST /sync/push/large': { denied: merchants, foreign: 'own' },
  'GET /sync/pull': reads,
  'GET /sync/devices': { denied: owners, foreign: 'nothing' },
  'GET /sync/blobs/:sha256': { denied: merchants, foreign: 'own' },
  'PUT /sync/blobs/:sha256': { denied: dealers, foreign: 'own' },

  'GET /proof/:address': open,
  'GET /proof/:address(^[^.]+).ots': open,
  'GET /proof/:address(^[^.]+).tlog-proof': open,
  'GET /proof/:address(^[^.]+).zip': open,
  'GET /proof/:address/payload': open,
  'GET /tag/verify': open,
  'GET /tag/redirect': open,
}
