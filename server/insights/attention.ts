import type { FastifyInstance } from 'fastify'
import { temperatureAlarm } from '#server/alarm/table.ts'
import { anchorAlert } from '#server/anchoring/table.ts'
import { balanceOf } from '#server/billing/service.ts'
import { business } from '#server/business/table.ts'
import { merchantOf } from '#server/core/auth/actor.ts'
import type { Tx } from '#server/core/db/database.ts'
import { and, eq, isNull, sql } from '#server/core/drizzle/orm.ts'
import { serve } from '#server/core/http/serve.ts'
import { hostRequest } from '#server/customization/table.ts'
import { patternCase } from '#server/pattern/table.ts'
import { byPeople } from '#server/scan/table.ts'
import { skuCertificate } from '#server/sku/table.ts'
import { supportMessage } from '#server/support/table.ts'
import { trademark } from '#server/trademark/table.ts'
import { verdictCase } from '#server/verdict/table.ts'
import { hasHadCredit } from '#shared/billing/rules.ts'
import { type Attention, attentionContract, type documentKinds } from '#shared/insights/attention.ts'
import type { FirstStepsState } from '#shared/insights/first-steps.ts'
import { before, rangeScope, type Scope } from './scope.ts'
import { totalOf } from './summary.ts'
import { partOf, readScanSums, readWatermark } from './sums/scan-sums.ts'

const maxJobs = 10
/** The sums have every scan that is older. No index finds the scans of a merchant. */
const uncountedMinutes = 5
const weekMs = 7 * 86_400_000
const noDocuments = { business: 0, trademark: 0, certificate: 0 }

export function attentionRoutes(app: FastifyInstance) {
  serve(app, attentionContract, {
    async read({ tx, actor }) {
      const merchantId = merchantOf(actor)
      // The range that the screen of insights shows at first.
      const scope = rangeScope(merchantId, new Date(Date.now() - weekMs), new Date())
      const both = await readScanSums(tx, { ...scope, from: before(scope).from }, await readWatermark(tx))
      const scansOf = ({ from, to }: Scope) => totalOf(partOf(both, from, to).verify)
      const open = and(eq(verdictCase.merchantId, merchantId), eq(verdictCase.state, 'open'))
      const undecided = and(eq(patternCase.merchantId, merchantId), eq(patternCase.state, 'open'))
      const unseen = and(eq(temperatureAlarm.merchantId, merchantId), isNull(temperatureAlarm.acknowledgedAt))
      return {
        scans: { week: scansOf(scope), before: scansOf(before(scope)) },
        openAlerts:
          (await tx.$count(verdictCase, open)) +
          (await tx.$count(patternCase, undecided)) +
          (await tx.$count(temperatureAlarm, unseen)),
        approvals: await approvalsOf(tx, merchantId),
        jobs: await runningJobs(tx, merchantId),
      }
    },

    async firstSteps({ tx, actor }) {
      const merchantId = merchantOf(actor)
      const plan = hasHadCredit(await balanceOf(tx, merchantId))
      const { awaitedPlan, ...steps } = await stepsOf(tx, merchantId)
      return { email: actor.confirmed, plan, ...steps, awaitedPlan: plan ? null : awaitedPlan }
    },

    async queues({ tx }) {
      return {
        business: await tx.$count(business, and(eq(business.verified, false), isNull(business.reviewNote))),
        trademark: await tx.$count(trademark, eq(trademark.status, 'Pending Approval')),
        certificate: await tx.$count(skuCertificate, eq(skuCertificate.status, 'Pending Approval')),
        host: await tx.$count(hostRequest, eq(hostRequest.state, 'waiting')),
        message: await tx.$count(supportMessage, isNull(supportMessage.doneAt)),
        chain: await tx.$count(anchorAlert, isNull(anchorAlert.endedAt)),
      }
    },
  })
}

async function stepsOf(tx: Tx, merchantId: string): Promise<Omit<FirstStepsState, 'email' | 'plan'>> {
  const own = sql`merchant_id = ${merchantId}`
  const { rows } = await tx.execute<Omit<FirstStepsState, 'email' | 'plan'>>(sql`
    select exists (select from business where ${own}) as business,
      exists (select from trademark where ${own}) as trademark,
      exists (select from sku where ${own}) as product,
      exists (select from business where ${own} and verified)
        and exists (select from trademark where ${own} and status = 'Approved') as approval,
      coalesce((select generated > 0 from code_total where ${own}), false) as codes,
      coalesce((select activated > 0 from code_total where ${own}), false) as activated,
      case when exists (select from scan_day where ${own}) then true
        else exists (select from scan where ${own} and ${byPeople} and at > now() - make_interval(mins => ${uncountedMinutes})) end as scanned,
      case when exists (select from support_message where ${own} and plan_id is not null and done_at is null) then 'requested'
        when not exists (select from business where ${own} and verified)
          and exists (select from plan where on_approval and removed_at is null) then 'withApproval' end as "awaitedPlan"`)
  return rows[0]!
}

type DocumentCount = { kind: (typeof documentKinds)[number]; waiting: number; toCorrect: number }

/** An unverified business waits for a decision, or has a note with the required correction. */
async function approvalsOf(tx: Tx, merchantId: string): Promise<Attention['approvals']> {
  const { rows } = await tx.execute<DocumentCount>(sql`
    select kind, count(*) filter (where status = 'Pending Approval')::int as waiting,
      count(*) filter (where status in ('Rejected', 'Request Changes'))::int as "toCorrect"
    from (
      select 'business' as kind, case when review_note is null then 'Pending Approval' else 'Rejected' end as status from business
        where merchant_id = ${merchantId} and not verified
      union all select 'trademark', status from trademark where merchant_id = ${merchantId}
      union all select 'certificate', status from sku_certificate where merchant_id = ${merchantId}) as document
    group by kind`)
  const approvals = { waiting: { ...noDocuments }, toCorrect: { ...noDocuments } }
  for (const { kind, waiting, toCorrect } of rows) {
    approvals.waiting[kind] = waiting
    approvals.toCorrect[kind] = toCorrect
  }
  return approvals
}

async function runningJobs(tx: Tx, merchantId: string): Promise<Attention['jobs']> {
  const { rows } = await tx.execute<Attention['jobs'][number]>(sql`
    select kind, id, name, done, total from (
      (select 'order' as kind, id, order_id as name, generated as done, quantity as total, created_at from code_order
        where merchant_id = ${merchantId} and state in ('queued', 'running') order by created_at desc, id desc limit ${maxJobs})
      union all
      (select 'activation', r.id, o.order_id, greatest(0, r.next - r.first - coalesce(current.quantity, 0)), r.last - r.first + 1,
          r.created_at
        from activation_run r join code_order o on o.id = r.order_id
        left join activation_batch current on current.id = r.batch_id
        where r.merchant_id = ${merchantId} and r.state in ('queued', 'running') limit ${maxJobs})
      union all
      (select 'activation', id, identifier, 0, quantity, created_at from activation_batch b
        where merchant_id = ${merchantId} and state in ('queued', 'running')
          and not exists (select from activation_run r where r.merchant_id = b.merchant_id and r.batch_id = b.id
            and r.state in ('queued', 'running')) limit ${maxJobs})
    ) as job order by created_at desc limit ${maxJobs}`)
  return rows
}
