import type { FastifyInstance } from 'fastify'
import { merchantOf } from '#server/core/auth/actor.ts'
import { eq } from '#server/core/drizzle/orm.ts'
import { serve } from '#server/core/http/serve.ts'
import { quotaOwnerOf } from '#server/core/limits/quota.ts'
import { audit } from '#server/core/logging/audit.ts'
import { createCodeReader } from '#server/order/service.ts'
import { bindingContract } from '#shared/binding/contract.ts'
import { checkBinding } from './check.ts'
import { createBinding, listBindings, readBindings } from './service.ts'
import { binding } from './table.ts'

export function bindingRoutes(app: FastifyInstance) {
  const read = createCodeReader(app.assay.config.codeKey)

  serve(app, bindingContract, {
    list({ tx, actor, query }) {
      return listBindings(tx, merchantOf(actor), query)
    },

    async check({ tx, actor, body }) {
      const { quantity, count, errors } = await checkBinding(tx, merchantOf(actor), body, read)
      return { quantity, count, errors }
    },

    async create({ tx, actor, body, request }) {
      const { id, status } = await createBinding(tx, quotaOwnerOf(actor), body, read)
      const [made] = await readBindings(tx, merchantOf(actor), eq(binding.id, id))
      const { ver: _, ...view } = made!
      const { sku, quantity, changed } = view
      if (status === 'applied')
        await audit(tx, request, 'binding.create', { subject: id, data: { sku: sku.sku, quantity, changed } })
      return view
    },
  })
}
