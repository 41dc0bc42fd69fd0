import type { FastifyInstance } from 'fastify'
import { merchantOf } from '#server/core/auth/actor.ts'
import { singleResult } from '#server/core/db/write-result.ts'
import { sendFile } from '#server/core/files/download.ts'
import { inTransaction, serve, serveStream } from '#server/core/http/serve.ts'
import { quotaOwnerOf } from '#server/core/limits/quota.ts'
import { audit } from '#server/core/logging/audit.ts'
import { createCodeReader } from '#server/order/service.ts'
import { packContract, packLabelRoute } from '#shared/pack/contract.ts'
import { checkContents } from './check.ts'
import { createPacks } from './create.ts'
import { readNumbering, writeNumbering } from './numbering.ts'
import { findPack, viewPack } from './rows.ts'
import { listContents, listPacks, packedProducts } from './service.ts'
import { unpackPacks } from './unpack.ts'

export function packRoutes(app: FastifyInstance) {
  const read = createCodeReader(app.assay.config.codeKey)

  serve(app, packContract, {
    list({ tx, actor, query }) {
      return listPacks(tx, merchantOf(actor), query, read)
    },

    numbering({ tx, actor }) {
      return readNumbering(tx, merchantOf(actor))
    },

    async setNumbering({ tx, actor, body, request }) {
      const numbering = await writeNumbering(tx, merchantOf(actor), body)
      await audit(tx, request, 'pack.numbering', { subject: merchantOf(actor), data: numbering })
      return numbering
    },

    async check({ tx, actor, body }) {
      const [checked] = await checkContents(tx, merchantOf(actor), [body], read)
      return { errors: checked!.errors }
    },

    async read({ tx, actor, params }) {
      return viewPack(await findPack(tx, merchantOf(actor), params.id))
    },

    async contents({ tx, actor, params, query }) {
      const merchantId = merchantOf(actor)
      const of = viewPack(await findPack(tx, merchantId, params.id))
      return { rows: await listContents(tx, merchantId, of, query), total: of.kind === 'case' ? of.quantity : of.cases }
    },

    async create({ tx, actor, body, request }) {
      const { id, status } = singleResult(await createPacks(tx, quotaOwnerOf(actor), [body], read))
      const made = viewPack(await findPack(tx, merchantOf(actor), id))
      const { kind, sscc, identifier, quantity } = made
      if (status === 'applied')
        await audit(tx, request, 'pack.create', { subject: id, data: { kind, sscc, identifier, quantity } })
      return made
    },

    async unpack({ tx, actor, params, body, request }) {
      const merchantId = merchantOf(actor)
      const { status } = singleResult(await unpackPacks(tx, merchantId, [{ ...params, ...body, at: new Date() }]))
      const made = viewPack(await findPack(tx, merchantId, params.id))
      const { sscc, identifier } = made
      if (status === 'applied')
        await audit(tx, request, 'pack.unpack', { subject: params.id, data: { sscc, identifier, ...body } })
      return made
    },
  })

  serveStream(app, packLabelRoute, async ({ actor, params, query, reply, services }) => {
    const content = await inTransaction(services, packLabelRoute, actor, async (tx) => {
      const merchantId = merchantOf(actor)
      const pack = viewPack(await findPack(tx, merchantId, params.id))
      return { pack, products: await packedProducts(tx, merchantId, params.id) }
    })
    // Few merchants print these labels, so the library is loaded with the first one.
    const { packLabel } = await import('./label/pdf.ts')
    const { sscc, identifier } = content.pack
    const file = await packLabel(content, query.language)
    return sendFile(reply, { type: 'application/pdf', name: `${sscc ?? identifier}.pdf` }, file)
  })
}
