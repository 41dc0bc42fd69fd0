import { activationDomain } from './activation/domain.ts'
import { alarmDomain } from './alarm/domain.ts'
import { anchoringDomain } from './anchoring/domain.ts'
import { announcementDomain } from './announcement/domain.ts'
import { auditDomain } from './audit/domain.ts'
import { authDomain } from './auth/domain.ts'
import { backupDomain } from './backup/domain.ts'
import { billingDomain } from './billing/domain.ts'
import { bindingDomain } from './binding/domain.ts'
import { businessDomain } from './business/domain.ts'
import { deleteOldIdempotencyKeys } from './core/jobs/cleanup.ts'
import { jobRetentionRule } from './core/jobs/retention.ts'
import { sendMail } from './core/mail/mail.ts'
import { mailRetentionRule } from './core/mail/retention.ts'
import { customizationDomain } from './customization/domain.ts'
import { type Domain, defineDomain } from './domain.ts'
import { epcisDomain } from './epcis/domain.ts'
import { formDomain } from './form/domain.ts'
import { gs1Domain } from './gs1/domain.ts'
import { hostDomain } from './host/domain.ts'
import { insightsDomain } from './insights/domain.ts'
import { installationDomain } from './installation/domain.ts'
import { invoiceDomain } from './invoice/domain.ts'
import { keyDomain } from './key/domain.ts'
import { labelDomain } from './label/domain.ts'
import { logisticDomain } from './logistic/domain.ts'
import { mediaDomain } from './media/domain.ts'
import { merchantDomain } from './merchant/domain.ts'
import { nfcDomain } from './nfc/domain.ts'
import { notificationDomain } from './notification/domain.ts'
import { oidcDomain } from './oidc/domain.ts'
import { orderDomain } from './order/domain.ts'
import { packDomain } from './pack/domain.ts'
import { passportDomain } from './passport/domain.ts'
import { patternDomain } from './pattern/domain.ts'
import { retentionDomain } from './retention/domain.ts'
import { reviewDomain } from './review/domain.ts'
import { scratchDomain } from './scratch/domain.ts'
import { searchDomain } from './search/domain.ts'
import { sensorDomain } from './sensor/domain.ts'
import { skuDomain } from './sku/domain.ts'
import { submissionDomain } from './submission/domain.ts'
import { supportDomain } from './support/domain.ts'
import { syncDomain } from './sync/domain.ts'
import { teamDomain } from './team/domain.ts'
import { trademarkDomain } from './trademark/domain.ts'
import { transparencyDomain } from './transparency/domain.ts'
import { userDomain } from './user/domain.ts'
import { verdictDomain } from './verdict/domain.ts'
import { verifyDomain } from './verify/domain.ts'
import { webhookDomain } from './webhook/domain.ts'

const core = defineDomain({
  name: 'core',
  jobs: [sendMail, deleteOldIdempotencyKeys],
  retention: [mailRetentionRule, jobRetentionRule],
})

/** All domains of the server. Calls, jobs, retention and the entities of sync follow from this list. */
export const domains: readonly Domain[] = [
  core,
  authDomain,
  userDomain,
  merchantDomain,
  auditDomain,
  businessDomain,
  trademarkDomain,
  sensorDomain,
  alarmDomain,
  keyDomain,
  webhookDomain,
  hostDomain,
  teamDomain,
  oidcDomain,
  packDomain,
  bindingDomain,
  skuDomain,
  reviewDomain,
  customizationDomain,
  billingDomain,
  invoiceDomain,
  announcementDomain,
  supportDomain,
  notificationDomain,
  orderDomain,
  labelDomain,
  insightsDomain,
  activationDomain,
  anchoringDomain,
  transparencyDomain,
  formDomain,
  submissionDomain,
  logisticDomain,
  scratchDomain,
  nfcDomain,
  verifyDomain,
  verdictDomain,
  patternDomain,
  gs1Domain,
  epcisDomain,
  passportDomain,
  searchDomain,
  mediaDomain,
  syncDomain,
  retentionDomain,
  backupDomain,
  installationDomain,
]

/** All reactions to domain events. */
export const allSubscribers = domains.flatMap(({ subscribers = [] }) => subscribers)

/** All background work. */
export const allJobs = domains.flatMap(({ jobs = [] }) => (typeof jobs === 'function' ? jobs(domains) : jobs))
