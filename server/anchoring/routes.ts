import type { FastifyInstance } from 'fastify'
import { serve, serveStream } from '#server/core/serve.ts'
import { anchoringContract, anchoringProblems } from '#shared/anchoring/contract.ts'
import { Problem } from '#shared/core/problem.ts'
import { readCode } from '#shared/verify/code.ts'
import { type CodeProof, otsFile, proofAnswer, proofOf, type Reader, timestampOf } from './service.ts'

const { proof } = anchoringContract

/** Proofs for anybody who holds a code, and the calendar that an OpenTimestamps client asks. */
export function anchoringRoutes(app: FastifyInstance): void {
  serve(app, anchoringContract, {
    proof: async ({ params, tx }) => proofAnswer(await proven(tx, params.address)),
  })

  // The suffix is a part of the parameter: a code has no dot.
  const file = { ...proof, path: '/proof/:address(^[^.]+).ots', summary: 'The OpenTimestamps file of one code' }
  serveStream(app, file, async ({ params, reply, services }) => {
    const bytes = otsFile(await proven(services.db.read, params.address), services.config.publicUrl)
    return reply
      .type('application/vnd.opentimestamps.v1')
      .header('content-disposition', `attachment; filename="${params.address.replace(/[^\w-]/g, '')}.ots"`)
      .send(bytes)
  })

  const payload = { ...proof, path: '/proof/:address/payload', summary: 'The exact anchored bytes of one code' }
  serveStream(app, payload, async ({ params, reply, services }) => {
    const { payload } = await proven(services.db.read, params.address)
    return reply.type('application/octet-stream').header('content-disposition', 'attachment').send(payload)
  })

  app.get<{ Params: { hex: string } }>('/timestamp/:hex', async ({ params }, reply) => {
    const root = /^[0-9a-f]{64}$/i.test(params.hex) ? Buffer.from(params.hex, 'hex') : undefined
    const timestamp = root && (await timestampOf(app.assay.db.read, root))
    if (timestamp) return reply.type('application/octet-stream').send(timestamp)
    // Clients show this text while they wait.
    return reply.status(404).type('text/plain').send('Pending confirmation in the Bitcoin blockchain')
  })
}

async function proven(db: Reader, printed: string): Promise<CodeProof> {
  const code = readCode(printed)
  const found = code && (await proofOf(db, code.address))
  if (!found) throw new Problem(anchoringProblems.notAnchored)
  return found
}
