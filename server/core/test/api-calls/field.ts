import { activate, activateWaitingBatch } from '#server/activation/activation.fixture.ts'
import { uploadExampleFiles } from '#server/submission/files.fixture.ts'
import { startSubmission } from '#server/submission/submission.fixture.ts'
import { exampleFiles } from '#shared/form/question-types/files/files.fixture.ts'
import type { Calls, Scene } from './entry.ts'

const empty = async ({ world, own, owner }: Scene) => {
  const { id } = await startSubmission(world, owner, { id: own.formId }, { custom_id: 'Empty' })
  return { params: { id } }
}
const body = { recipient: 'Tea House', identifier: 'S-1', shipped_at: '2026-11-21T08:00:00Z' }
/** Activates the third code, and returns the parameters of its address. */
async function travelling({ world, own, owner }: Scene) {
  const { id } = await activate(world, owner, own.codes.slice(2))
  await activateWaitingBatch(world, id)
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
  'POST /form': {
    send: () => ({ body: { name: 'Second harvest', custom_id_label: 'Batch', sections: [] } }),
  },

  'DELETE /submission/:id': { send: empty },
  'DELETE /sync/devices/:id': {
    async send({ world, owner }) {
      const { id, merchantId } = owner
      const { rows } = await world.database.query(
        `insert into sync_device (merchant_id, device_id, user_id, max_n, pending, discarded)
         values ($1, gen_random_uuid(), $2, 0, 0, 0) returning device_id as id`,
        [merchantId, id],
      )
      return { params: { id: rows[0].id } }
    },
  },
  'GET /sync/blobs/:sha256/content': {
    async send({ world, owner }) {
      await uploadExampleFiles(world, owner)
      return { params: { sha256: exampleFiles.photo.digest } }
    },
  },

  'POST /logistic': {
    send: ({ own }) => ({
      body: { recipient: 'Tea House', manufacturer_id: null, note: 'Fragile', addresses: own.codes.slice(1, 2) },
    }),
  },
  'PUT /logistic/:id': {
    send: ({ own }) => ({ params: { id: own.logisticId }, body }),
  },
  'GET /logistic/accessToken': {
    send: async (scene) => ({ query: await travelling(scene) }),
  },
  'POST /logistic/arrived': { send: scanned },
  'POST /logistic/endSensorLogging': { send: scanned },
}
