import type { MerchantData } from '#server/core/test/merchant-data.ts'
import { exampleFiles } from '#shared/form/question-types/files/files.fixture.ts'
import { byId, type Entries } from './entry.ts'

const thermometer = { name: 'Mine', type: 'temperature', unit: '°C' }
const template = ({ formId }: MerchantData) => ({ body: { id: formId, name: 'Mine' } })

/** Forms, submissions, shipments, offline records and the calls of shoppers. */
export const fieldEntries: Entries = {
  'GET /form/:id': byId(({ formId }) => formId),
  'POST /form': { foreign: 409, input: (theirs) => template(theirs) },
  'PUT /form/:id': {
    input: (theirs) => ({ params: { id: theirs.formId }, body: { ...template(theirs).body, revision: 1 } }),
  },
  'DELETE /form/:id': byId(({ formId }) => formId),
  'POST /form/:id/section': byId(({ formId }) => formId, { body: {} }),
  'GET /section/byFormId/:id': byId(({ formId }) => formId),
  'GET /section/:id': byId(({ sectionId }) => sectionId),
  'GET /section/:id/sensor': byId(({ sectionId }) => sectionId),
  'PUT /section/:id': byId(({ sectionId }) => sectionId, { body: { revision: 1 } }),
  'DELETE /section/:id': byId(({ sectionId }) => sectionId),
  'GET /question/bySectionId/:id': byId(({ sectionId }) => sectionId),

  'GET /sensor/:id': byId(({ sensorId }) => sensorId),
  'POST /sensor': { foreign: 'own', input: () => ({ body: thermometer }) },
  'PUT /sensor/:id': byId(({ sensorId }) => sensorId, { body: thermometer }),
  'DELETE /sensor/:id': byId(({ sensorId }) => sensorId),
  'GET /sensor/:id/log': byId(({ sensorId }) => sensorId),
  'GET /sensor/log/:id': byId(({ sensorId }) => sensorId),
  'POST /sensor/:id/log': byId(({ sensorId }) => sensorId, { body: { value: 4, createdAt: '2026-11-21T08:00:00Z' } }),

  'GET /logistic/:id/reports': byId(({ logisticId }) => logisticId),
  'POST /logistic/:id/reports': byId(({ logisticId }) => logisticId, { body: {} }),
  'GET /logistic/reports/:id': byId(({ reportId }) => reportId),
  'GET /logistic/reports/:id/ots': byId(({ reportId }) => reportId),
  'PUT /alarm/:id': byId(({ alarmId }) => alarmId),
  'GET /alarm/rule': { foreign: 'own' },
  'PUT /alarm/rule': { foreign: 'own', input: () => ({ body: { alarmMinutes: 10 } }) },

  'GET /submission/:id': byId(({ submissionId }) => submissionId),
  'POST /submission/byFormId/:formId': {
    input: ({ formId }) => ({ params: { formId }, body: { date: '2026-11-21T08:00:00Z', custom_id: 'Mine' } }),
  },
  'PUT /submission/:id': byId(({ submissionId }) => submissionId, { body: { custom_id: 'Mine' } }),
  'DELETE /submission/:id': byId(({ submissionId }) => submissionId),
  'GET /submission/:id/answers/bySectionId/:sectionId': {
    input: ({ submissionId, sectionId }) => ({ params: { id: submissionId, sectionId } }),
  },
  'POST /submission/:id/answers': byId(({ submissionId }) => submissionId, { body: {} }),
  'PUT /submission/:id/answers': byId(({ submissionId }) => submissionId, { body: {} }),
  'GET /submission/:id/preview': byId(({ submissionId }) => submissionId),

  'GET /logistic/:id': byId(({ logisticId }) => logisticId),
  'POST /logistic': {
    foreign: 409,
    input: ({ codes }) => ({ body: { recipient: 'Me', manufacturer_id: null, addresses: codes } }),
  },
  'PUT /logistic/:id': byId(({ logisticId }) => logisticId, {
    body: { recipient: 'Me', identifier: 'Mine', shipped_at: '2026-11-21T08:00:00Z' },
  }),
  'DELETE /logistic/:id': byId(({ logisticId }) => logisticId),
  'GET /logistic/:id/packages': byId(({ logisticId }) => logisticId),
  'GET /payloads/byLogisticId/:id': byId(({ logisticId }) => logisticId),
  'POST /logistic/tags': { foreign: 'own', input: () => ({ body: { tidnfc: 'TAG-1' } }) },
  'GET /logistic/:id/log': byId(({ logisticId }) => logisticId),
  'GET /logistic/log/:id': byId(({ logisticId }) => logisticId),

  'GET /tag/preview': { foreign: 404, input: ({ codes }) => ({ query: { a: codes[0] } }) },

  'POST /sync/push': { foreign: 'own' },
  'POST /sync/push/large': { foreign: 'own' },
  'DELETE /sync/devices/:id': byId(({ accountId }) => accountId),
  'GET /sync/blobs/:sha256': { foreign: 'own' },
  'PUT /sync/blobs/:sha256': { foreign: 'own' },
  'GET /sync/blobs/:sha256/content': { foreign: 404, input: () => ({ params: { sha256: exampleFiles.photo.digest } }) },

  'GET /proof/:address(^[^.]+).ots': { access: 'public' },
  'GET /proof/:address(^[^.]+).tlog-proof': { access: 'public' },
  'GET /proof/:address(^[^.]+).zip': { access: 'public' },
  'GET /proof/:address/payload': { access: 'public' },
}
