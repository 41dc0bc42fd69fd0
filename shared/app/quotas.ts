import { bindingQuotas } from '#shared/binding/quotas.ts'
import { businessQuotas } from '#shared/business/quotas.ts'
import { epcisQuotas } from '#shared/epcis/quotas.ts'
import { formQuotas } from '#shared/form/quotas.ts'
import { brandHostQuotas } from '#shared/host/quotas.ts'
import { insightsQuotas } from '#shared/insights/quotas.ts'
import { keyQuotas } from '#shared/key/quotas.ts'
import { logisticQuotas } from '#shared/logistic/quotas.ts'
import { mediaQuotas } from '#shared/media/quotas.ts'
import { packQuotas } from '#shared/pack/quotas.ts'
import { passportQuotas } from '#shared/passport/quotas.ts'
import { sensorQuotas } from '#shared/sensor/quotas.ts'
import { skuQuotas } from '#shared/sku/quotas.ts'
import { submissionQuotas } from '#shared/submission/quotas.ts'
import { supportQuotas } from '#shared/support/quotas.ts'
import { syncQuotas } from '#shared/sync/quotas.ts'
import { teamQuotas } from '#shared/team/quotas.ts'
import { trademarkQuotas } from '#shared/trademark/quotas.ts'
import { verdictQuotas } from '#shared/verdict/quotas.ts'
import { webhookQuotas } from '#shared/webhook/quotas.ts'

/** The quotas of all domains by name. See docs/limits.md. */
export const quotas = {
  ...skuQuotas,
  ...passportQuotas,
  ...trademarkQuotas,
  ...formQuotas,
  ...submissionQuotas,
  ...logisticQuotas,
  ...packQuotas,
  ...bindingQuotas,
  ...verdictQuotas,
  ...mediaQuotas,
  ...syncQuotas,
  ...sensorQuotas,
  ...insightsQuotas,
  ...keyQuotas,
  ...teamQuotas,
  ...businessQuotas,
  ...webhookQuotas,
  ...brandHostQuotas,
  ...epcisQuotas,
  ...supportQuotas,
}
export type QuotaName = keyof typeof quotas
