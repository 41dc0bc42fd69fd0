import type { FastifyInstance } from 'fastify'
import { merchantOf } from '#server/core/auth/actor.ts'
import type { Tx } from '#server/core/db/database.ts'
import { inOrderOf, pageOfIds } from '#server/core/db/paging.ts'
import { and, eq, gt, gte, inArray, isNotNull, isNull, ne, sql } from '#server/core/drizzle/orm.ts'
import { serve } from '#server/core/http/serve.ts'
import { invalidInput } from '#server/core/http/validate.ts'
import { assertQuota, quotaOwnerOf } from '#server/core/limits/quota.ts'
import { audit } from '#server/core/logging/audit.ts'
import { code, codeOrder } from '#server/order/table.ts'
import { sku } from '#server/sku/table.ts'
import { Problem } from '#shared/core/api/problem.ts'
import { done } from '#shared/core/fields/fields.ts'
import {
  confirmationMessage,
  recallDelaySeconds,
  type VerdictCase,
  verdictContract,
  verdictProblems,
} from '#shared/verdict/contract.ts'
import { recallEnded, recallStarted } from '#shared/verdict/events.ts'
import { verdictQuotas } from '#shared/verdict/quotas.ts'
import { defaultSettings } from '#shared/verdict/settings.ts'
import { formatAddress, parseCode } from '#shared/verify/code/code.ts'
import { assertSku } from './calibration/assert-sku.ts'
import { lockCalibration, setThresholds } from './calibration/thresholds.ts'
import { caseFilter } from './cases.ts'
import { lockItemMarks, setItemMarks, setWarningCleared } from './item-marks.ts'
import { findSubject, recallName, serverNow, tellRecall, viewRecall } from './recall.ts'
import { listScans } from './scan-history.ts'
import { codeMark, recall, verdictCase, verdictSetting } from './table.ts'

export function verdictRoutes(app: FastifyInstance) {
  serve(app, verdictContract, {
    async cases({ tx, actor, query }) {
      const where = caseFilter(tx, merchantOf(actor), query)
      const order = { columns: [verdictCase.createdAt, verdictCase.id], descending: true } as const
      const { ids, total } = await pageOfIds(tx, verdictCase, { where, order }, query)
      const rows = await select(tx).where(inArray(verdictCase.id, ids))
      return { rows: inOrderOf(ids, rows, ({ row }) => row.id).map(view), total }
    },

    async scans({ tx, actor, params, query }) {
      const { row: found } = await find(tx, merchantOf(actor), params.id)
      return listScans(tx, found, query)
    },

    async change({ tx, actor, params, body, request }) {
      const merchantId = merchantOf(actor)
      const { row: asked } = await find(tx, merchantId, params.id)
      await lockItemMarks(tx, asked)
      const { row } = await find(tx, merchantId, params.id)
      const { state, note } = body
      const reason = state === 'closed' ? body.reason : null
      if (row.state === state && row.reason === reason && row.note === note)
        return view(await find(tx, merchantId, row.id))
      // A brand that found copies warns every later scan, until no case of the code says so.
      if (reason === 'copy') await setItemMarks(tx, row, { copiedAt: true })
      else if (row.reason === 'copy' && !(await isCopyInOtherCase(tx, row)))
        await setItemMarks(tx, row, { copiedAt: false })
      if ((reason === 'mistake') !== (row.reason === 'mistake'))
        await setWarningCleared(tx, request, row, reason === 'mistake')
      await tx
        .update(verdictCase)
        .set({ state, reason, note, updatedAt: sql`now()` })
        .where(and(eq(verdictCase.merchantId, merchantId), eq(verdictCase.id, row.id)))
      await audit(tx, request, `verdict.${state}`, { subject: row.id, data: { reason } })
      return view(await find(tx, merchantId, row.id))
    },

    async settings({ tx, actor, params }) {
      await assertSku(tx, merchantOf(actor), params.id)
      const [own] = await tx
        .select()
        .from(verdictSetting)
        .where(and(eq(verdictSetting.merchantId, merchantOf(actor)), eq(verdictSetting.skuId, params.id)))
      return { ...defaultSettings, ...own?.settings }
    },

    async saveSettings({ tx, actor, params, body, request }) {
      const merchantId = merchantOf(actor)
      await assertSku(tx, merchantId, params.id)
      await tx
        .insert(verdictSetting)
        .values({ merchantId, skuId: params.id, settings: body })
        .onConflictDoUpdate({ target: verdictSetting.skuId, set: { settings: body } })
      await lockCalibration(tx, { merchantId, skuId: params.id })
      await setThresholds(tx, [params.id])
      await audit(tx, request, 'verdict.settings', { subject: params.id, data: body })
      return body
    },

    async recalls({ tx, actor, query }) {
      const { page, limit, state } = query
      const where = and(
        eq(recall.merchantId, merchantOf(actor)),
        state === 'ended'
          ? and(isNotNull(recall.endedAt), gte(recall.endedAt, recall.publicAt))
          : isNull(recall.endedAt),
      )
      const order = { columns: [recall.createdAt, recall.id], descending: true } as const
      const { ids, total } = await pageOfIds(tx, recall, { where, order }, { page, limit })
      const found = await tx.select({ row: recall, name: recallName }).from(recall).where(inArray(recall.id, ids))
      const rows = inOrderOf(ids, found, ({ row }) => row.id).map(({ row, name }) => viewRecall(row, name))
      return { rows, total, now: await serverNow(tx) }
    },

    async recallSubject({ tx, actor, query }) {
      const subject = await findSubject(tx, merchantOf(actor), query)
      if (!subject) throw new Problem(verdictProblems.noTarget)
      return subject
    },

    async recall({ tx, actor, body, request }) {
      const merchantId = merchantOf(actor)
      const { confirm, ...input } = body
      const subject = await findSubject(tx, merchantId, input)
      if (!subject) throw new Problem(verdictProblems.noTarget)
      if (confirm !== subject.typed.trim()) throw invalidInput([{ path: 'confirm', message: confirmationMessage }])
      await assertQuota(tx, quotaOwnerOf(actor), verdictQuotas.recalls)
      const publicAt = sql`now() + make_interval(secs => ${recallDelaySeconds})`
      const [row] = await tx
        .insert(recall)
        .values({ merchantId, ...input, publicAt })
        .onConflictDoNothing()
        .returning()
      if (!row) throw new Problem(verdictProblems.recallRunning)
      await tellRecall(tx, recallStarted, row)
      const recalled = viewRecall(row, subject.name)
      const { scope, target, message } = input
      const entry = { id: recalled.id, scope, message, units: subject.units, publicAt: recalled.publicAt }
      await audit(tx, request, 'verdict.recall', { subject: target, data: entry })
      return recalled
    },

    async undoRecall({ tx, actor, params, request }) {
      const own = and(eq(recall.merchantId, merchantOf(actor)), eq(recall.id, params.id))
      // By the clock that shoppers' pages use, after the row is locked: not at the start of the call.
      const [undone] = await tx
        .update(recall)
        .set({ endedAt: sql`clock_timestamp()` })
        .where(and(own, isNull(recall.endedAt), gt(recall.publicAt, sql`clock_timestamp()`)))
        .returning()
      if (undone) {
        await audit(tx, request, 'verdict.undoRecall', {
          subject: undone.target,
          data: { id: undone.id, scope: undone.scope },
        })
        return done
      }
      const [row] = await tx.select().from(recall).where(own)
      if (!row) throw new Problem(verdictProblems.noTarget)
      const isUndone = row.endedAt !== null && row.endedAt < row.publicAt
      if (!isUndone) throw new Problem(verdictProblems.recallPublic)
      return done
    },

    async endRecall({ tx, actor, params, body, request }) {
      const own = and(eq(recall.merchantId, merchantOf(actor)), eq(recall.id, params.id))
      const [ended] = await tx
        .update(recall)
        .set({ endedAt: sql`now()`, endReason: body.reason })
        .where(and(own, isNull(recall.endedAt)))
        .returning()
      // Idempotent: the first reason stays.
      if (!ended && (await tx.$count(recall, own)) === 0) throw new Problem(verdictProblems.noTarget)
      if (!ended) return done
      // One that shoppers had not seen yet has not ended: it never was.
      if (ended.endedAt! >= ended.publicAt) await tellRecall(tx, recallEnded, ended)
      await audit(tx, request, 'verdict.endRecall', {
        subject: ended.target,
        data: { id: ended.id, reason: body.reason },
      })
      return done
    },

    async consume({ tx, actor, body, request }) {
      const merchantId = merchantOf(actor)
      const read = parseCode(body.code)
      const [own] = read
        ? await tx
            .select()
            .from(code)
            .where(and(eq(code.merchantId, merchantId), eq(code.address, read.address)))
        : []
      if (!own) throw new Problem(verdictProblems.noCode)
      await setItemMarks(tx, own, { consumedAt: body.consumed })
      await audit(tx, request, 'verdict.consume', { subject: own.address, data: { consumed: body.consumed } })
      return done
    },
  })
}

function select(tx: Tx) {
  return tx
    .select({
      row: verdictCase,
      order_id: codeOrder.orderId,
      product: { name: sku.name, sku: sku.sku },
      consumedAt: codeMark.consumedAt,
    })
    .from(verdictCase)
    .innerJoin(sku, and(eq(sku.merchantId, verdictCase.merchantId), eq(sku.id, verdictCase.skuId)))
    .innerJoin(codeOrder, and(eq(codeOrder.merchantId, verdictCase.merchantId), eq(codeOrder.id, verdictCase.orderId)))
    .leftJoin(codeMark, eq(codeMark.address, verdictCase.address))
    .$dynamic()
}

type CaseRow = {
  row: typeof verdictCase.$inferSelect
  order_id: string
  product: { name: string; sku: string }
  consumedAt: Date | null
}

async function find(tx: Tx, merchantId: string, id: string): Promise<CaseRow> {
  const [found] = await select(tx).where(and(eq(verdictCase.merchantId, merchantId), eq(verdictCase.id, id)))
  if (!found) throw new Problem(verdictProblems.notFound)
  return found
}

/** The mark belongs to the code, which has a case for each rule and for each report. */
async function isCopyInOtherCase(tx: Tx, { id, merchantId, address }: CaseRow['row']): Promise<boolean> {
  const ofCode = and(eq(verdictCase.merchantId, merchantId), eq(verdictCase.address, address))
  return (await tx.$count(verdictCase, and(ofCode, eq(verdictCase.reason, 'copy'), ne(verdictCase.id, id)))) > 0
}

function view({ row, order_id, product, consumedAt }: CaseRow): VerdictCase {
  const { id, reference, rule, fired, level, state, reason, note, report, orderId, skuId, address } = row
  return {
    id,
    reference,
    rule,
    fired,
    level,
    state,
    reason,
    note,
    report,
    orderId,
    order_id,
    consumedAt: consumedAt?.toISOString() ?? null,
    code: formatAddress(address),
    sku: { id: skuId, ...product },
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}
