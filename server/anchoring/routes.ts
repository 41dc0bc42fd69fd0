import type { FastifyInstance } from 'fastify'
import { sendFile } from '#server/core/files/download.ts'
import { serve, serveStream } from '#server/core/http/serve.ts'
import { anchoringContract } from '#shared/anchoring/contract.ts'
import { formatAddress } from '#shared/verify/code/code.ts'
import { buildProofResponse, otsFile, provenCodes, timestampOf } from './service.ts'

const { proof } = anchoringContract

/** Proofs for holders of a code, and the calendar for OpenTimestamps clients. */
export function anchoringRoutes(app: FastifyInstance): void {
  const proven = provenCodes(app.assay)

  serve(app, anchoringContract, { proof: async (call) => buildProofResponse(await proven(call.tx, call)) })

  // The suffix is part of the parameter, because a code contains no dot.
  const file = { ...proof, path: '/proof/:address(^[^.]+).ots', summary: 'Download the OpenTimestamps file of a code' }
  serveStream(app, file, async (call) => {
    const { reply, services } = call
    const found = await proven(services.db.read, call)
    // Users pass files on, so the file name does not contain the secret.
    const name = formatAddress(found.address.toString('hex'))
    const described = { type: 'application/vnd.opentimestamps.v1', name: `${name}.ots` }
    return sendFile(reply, described, otsFile(found, services.config.publicUrl))
  })

  const payload = { ...proof, path: '/proof/:address/payload', summary: 'Download the anchored bytes of a code' }
  serveStream(app, payload, async (call) => {
    const { payload } = await proven(call.services.db.read, call)
    return sendFile(call.reply, { type: 'application/octet-stream' }, payload)
  })

  app.get<{ Params: { hex: string } }>('/timestamp/:hex', async ({ params }, reply) => {
    const root = /^[0-9a-f]{64}$/i.test(params.hex) ? Buffer.from(params.hex, 'hex') : undefined
    const timestamp = root && (await timestampOf(app.assay.db.read, root))
    if (timestamp) return reply.type('application/octet-stream').send(timestamp)
    // OpenTimestamps clients show this text while they wait.
    return reply.status(404).type('text/plain').send('Pending confirmation in the Bitcoin blockchain')
  })
}
