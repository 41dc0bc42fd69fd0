import type { FastifyInstance } from 'fastify'
import { merchantOf } from '#server/core/auth/actor.ts'
import { containsPattern } from '#server/core/db/contains-pattern.ts'
import { inOrderOf, orderOf, pageOfIds } from '#server/core/db/paging.ts'
import { singleResult } from '#server/core/db/write-result.ts'
import { ilike, inArray, or } from '#server/core/drizzle/orm.ts'
import { type Call, serve } from '#server/core/http/serve.ts'
import { audit } from '#server/core/logging/audit.ts'
import { createCodeAdmission, createCodeReader } from '#server/order/service.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { done } from '#shared/core/fields/fields.ts'
import { logisticContract, logisticProblems } from '#shared/logistic/contract.ts'
import { parseCode } from '#shared/verify/code/code.ts'
import { actionTokens } from './action-token.ts'
import { createLogistics } from './create.ts'
import { claimDelivery, shipmentOf } from './delivery-claim.ts'
import { deliveryForm } from './delivery-form.ts'
import { listItems, listPackages } from './items.ts'
import { logisticLogRoutes } from './log/routes.ts'
import { removeLogistics } from './remove.ts'
import { reportRoutes } from './report/routes.ts'
import { deliveryOf, stateOf, viewLogistic } from './rows.ts'
import { findLogistic, presentLogistics } from './service.ts'
import { type ClaimKind, logistic } from './table.ts'
import { updateLogistics } from './update.ts'

const columns = {
  identifier: logistic.identifier,
  recipient: logistic.recipient,
  quantity: logistic.quantity,
  shipped_at: logistic.shippedAt,
  delivered_at: logistic.deliveredAt,
  createdAt: logistic.createdAt,
}

export function logisticRoutes(app: FastifyInstance) {
  const read = createCodeReader(app.assay.config.codeKey)
  const admission = createCodeAdmission(app.assay)
  const tokens = actionTokens(app.assay.config.codeKey)
  type Action = Call<(typeof logisticContract)['arrived']>

  const act =
    (kind: ClaimKind) =>
    async ({ tx, query, body, request }: Action) => {
      const code = parseCode(query.a)
      const token = code && tokens.read(body.token, code.address)
      if (!token) throw new Problem(logisticProblems.noScan)
      return stateOf(await claimDelivery(tx, request, kind, token))
    }

  deliveryForm(app, tokens)
  logisticLogRoutes(app)
  reportRoutes(app)
  serve(app, logisticContract, {
    async list({ tx, actor, query }) {
      const { search, sort } = query
      const searched = [logistic.identifier, logistic.recipient, logistic.note]
      const match = search ? or(...searched.map((column) => ilike(column, containsPattern(search)))) : undefined
      const where = presentLogistics(merchantOf(actor), match)
      const order = orderOf(sort, columns, [logistic.createdAt, logistic.id])
      const { ids, total } = await pageOfIds(tx, logistic, { where, order }, query)
      const rows = await tx.select().from(logistic).where(inArray(logistic.id, ids))
      return { rows: inOrderOf(ids, rows, ({ id }) => id).map(viewLogistic), total }
    },

    async accessToken({ tx, query, request }) {
      const printed = [query.a ?? query.address ?? '', query.p ?? ''].join('')
      const code = read(printed)
      if (!code || !(await admission.admit({ ...code, hasSecret: code.hasSecret === true }, request)))
        throw new Problem(logisticProblems.noShipment)
      const row = await shipmentOf(tx, code.address)
      return deliveryOf(row, tokens.issue(code.address))
    },

    arrived: act('arrived'),
    endSensorLogging: act('endSensorLogging'),

    async read({ tx, actor, params }) {
      return findLogistic(tx, merchantOf(actor), params.id)
    },

    async create({ tx, actor, body, request }) {
      const merchantId = merchantOf(actor)
      const { id, status } = singleResult(
        await createLogistics(tx, { merchantId, confirmed: actor.confirmed }, [body], read),
      )
      const made = await findLogistic(tx, merchantId, id)
      const { identifier, quantity } = made
      if (status === 'applied')
        await audit(tx, request, 'logistic.create', { subject: id, data: { identifier, quantity } })
      return made
    },

    async update({ tx, actor, params, body, request }) {
      const merchantId = merchantOf(actor)
      const { delivered, logging_ended: loggingEnded, ...fields } = body
      const change = { id: params.id, fields, delivered: markOf(delivered), loggingEnded: markOf(loggingEnded) }
      const { status, version } = singleResult(await updateLogistics(tx, merchantId, [change]))
      if (status !== 'unchanged') {
        await audit(tx, request, 'logistic.update', {
          subject: params.id,
          data: {
            version,
            ...(delivered !== undefined && { delivered }),
          },
        })
      }
      return findLogistic(tx, merchantId, params.id)
    },

    async remove({ tx, actor, params, request }) {
      const { status } = singleResult(await removeLogistics(tx, merchantOf(actor), [params]))
      if (status === 'applied') await audit(tx, request, 'logistic.remove', { subject: params.id })
      return done
    },

    async items({ tx, actor, params, query }) {
      const { quantity } = await findLogistic(tx, merchantOf(actor), params.id)
      return { rows: await listItems(tx, merchantOf(actor), params.id, query), total: quantity }
    },

    async packages({ tx, actor, params, query }) {
      const { id } = await findLogistic(tx, merchantOf(actor), params.id)
      return listPackages(tx, merchantOf(actor), id, query)
    },
  })
}

const markOf = (mark: boolean | undefined) => (mark === undefined ? undefined : { at: mark ? new Date() : null })
