import type { FastifyInstance } from 'fastify'
import { activationRoutes } from './activation/routes.ts'
import { activationRunRoutes } from './activation/run-routes.ts'
import { activationSync } from './activation/sync.ts'
import { alarmRoutes } from './alarm/routes.ts'
import { chainsRoutes } from './anchoring/operator/routes.ts'
import { anchoringRoutes } from './anchoring/routes.ts'
import { announcementRoutes } from './announcement/routes.ts'
import { auditRoutes } from './audit/routes.ts'
import { authRoutes } from './auth/routes.ts'
import { invoiceRoutes } from './billing/invoice.ts'
import { billingRoutes } from './billing/routes.ts'
import { merchantKeyRoutes } from './business/merchant-key.ts'
import { businessRoutes } from './business/routes.ts'
import { registerConsole } from './core/http/console.ts'
import { buildHttpServer, type RequestForwarding } from './core/http/http-server.ts'
import { withCookies, withUploads } from './core/http/plugin-scopes.ts'
import type { Services } from './core/services.ts'
import { hostRoutes } from './customization/host-routes.ts'
import { customizationRoutes } from './customization/routes.ts'
import { formRoutes } from './form/routes.ts'
import { formSync } from './form/sync.ts'
import { attentionRoutes } from './insights/attention.ts'
import { insightsRoutes } from './insights/routes.ts'
import { viewRoutes } from './insights/views.ts'
import { weeklySummaryRoutes } from './insights/weekly-summary/routes.ts'
import { labelRoutes } from './label/routes.ts'
import { logisticRoutes } from './logistic/routes.ts'
import { logisticSync } from './logistic/sync.ts'
import { mediaRoutes } from './media/routes.ts'
import { merchantRoutes } from './merchant/routes.ts'
import { notificationRoutes } from './notification/routes.ts'
import { orderRoutes } from './order/routes.ts'
import { retentionRoutes } from './retention/routes.ts'
import { retentionRules } from './retention-rules.ts'
import { reviewRoutes } from './review/routes.ts'
import { searchRoutes } from './search/routes.ts'
import { sensorRoutes } from './sensor/routes.ts'
import { sensorEntrySync } from './sensor/sync.ts'
import { skuBulkRoutes } from './sku/bulk-import-routes.ts'
import { skuRoutes } from './sku/routes.ts'
import { submissionRoutes } from './submission/routes.ts'
import { submissionSync } from './submission/sync.ts'
import { supportRoutes } from './support/routes.ts'
import type { SyncEntity } from './sync/entity.ts'
import { syncRoutes } from './sync/routes.ts'
import { trademarkRoutes } from './trademark/routes.ts'
import { checkerPage } from './transparency/checker-page.ts'
import { logProofRoutes } from './transparency/proof-routes.ts'
import { transparencyRoutes } from './transparency/routes.ts'
import { userRoutes } from './user/routes.ts'
import { codeCardRoutes } from './verdict/code-card.ts'
import { reportPages } from './verdict/report.ts'
import { verdictRoutes } from './verdict/routes.ts'
import { verifyRoutes } from './verify/routes.ts'

/** The entities that can be captured offline, listed by hand. */
export const allSyncEntities: readonly SyncEntity[] = [
  formSync,
  submissionSync,
  logisticSync,
  activationSync,
  sensorEntrySync,
]

/** The whole server: every domain, listed by hand. */
export async function buildApp(
  services: Services,
  syncEntities = allSyncEntities,
  forwarding: RequestForwarding = {},
): Promise<FastifyInstance> {
  const app = await buildHttpServer(services, forwarding)
  withCookies(app, authRoutes)
  userRoutes(app)
  merchantRoutes(app)
  auditRoutes(app)
  retentionRoutes(app, retentionRules)
  businessRoutes(app)
  merchantKeyRoutes(app)
  trademarkRoutes(app)
  sensorRoutes(app)
  alarmRoutes(app)
  skuRoutes(app)
  skuBulkRoutes(app)
  reviewRoutes(app)
  customizationRoutes(app)
  hostRoutes(app)
  billingRoutes(app)
  invoiceRoutes(app)
  announcementRoutes(app)
  supportRoutes(app)
  notificationRoutes(app)
  orderRoutes(app)
  labelRoutes(app)
  insightsRoutes(app)
  viewRoutes(app)
  weeklySummaryRoutes(app)
  attentionRoutes(app)
  activationRoutes(app)
  activationRunRoutes(app)
  anchoringRoutes(app)
  chainsRoutes(app)
  transparencyRoutes(app)
  logProofRoutes(app)
  checkerPage(app)
  formRoutes(app)
  submissionRoutes(app)
  logisticRoutes(app)
  verifyRoutes(app)
  verdictRoutes(app)
  searchRoutes(app)
  codeCardRoutes(app)
  withUploads(app, mediaRoutes, reportPages)
  syncRoutes(app, syncEntities)
  if (!forwarding.isForwardTarget) await registerConsole(app)
  return app
}
