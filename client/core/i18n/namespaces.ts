import type { TextDefinition } from '#shared/core/i18n/define-text.ts'

/** All namespaces of the console: files that export a text alone. Each one is fetched with the first screen that needs it. */
export const textFiles = {
  review: () => import('#shared/review/text.ts'),
  audit: () => import('#shared/audit/text.ts'),
  app: () => import('#shared/app/text.ts'),
  ui: () => import('#shared/ui/text.ts'),
  file: () => import('#shared/ui/file-text.ts'),
  auth: () => import('#shared/auth/text.ts'),
  passkey: () => import('#shared/auth/passkey/text.ts'),
  business: () => import('#shared/business/text.ts'),
  businessAdmin: () => import('#shared/business/admin-text.ts'),
  trademark: () => import('#shared/trademark/text.ts'),
  trademarkAdmin: () => import('#shared/trademark/admin-text.ts'),
  sku: () => import('#shared/sku/text.ts'),
  skuAdmin: () => import('#shared/sku/admin-text.ts'),
  passport: () => import('#shared/passport/text.ts'),
  gs1: () => import('#shared/gs1/text.ts'),
  skuBulk: () => import('#shared/sku/bulk-text.ts'),
  order: () => import('#shared/order/text.ts'),
  serials: () => import('#shared/order/serial-text.ts'),
  nfc: () => import('#shared/nfc/text.ts'),
  label: () => import('#shared/label/text.ts'),
  activation: () => import('#shared/activation/text.ts'),
  codes: () => import('#shared/codes/text.ts'),
  logistic: () => import('#shared/logistic/text.ts'),
  anchoring: () => import('#shared/anchoring/text.ts'),
  chains: () => import('#shared/anchoring/chains-text.ts'),
  chainProblem: () => import('#shared/anchoring/chain-problem-text.ts'),
  customization: () => import('#shared/customization/text.ts'),
  editor: () => import('#shared/customization/editor-text.ts'),
  form: () => import('#shared/form/text.ts'),
  submission: () => import('#shared/submission/text.ts'),
  key: () => import('#shared/key/text.ts'),
  media: () => import('#shared/media/text.ts'),
  billing: () => import('#shared/billing/text.ts'),
  billingAdmin: () => import('#shared/billing/admin-text.ts'),
  insights: () => import('#shared/insights/text.ts'),
  insightsMap: () => import('#shared/insights/map-text.ts'),
  insightsOverview: () => import('#shared/insights/overview-text.ts'),
  insightsView: () => import('#shared/insights/view-text.ts'),
  sync: () => import('#shared/sync/text.ts'),
  notification: () => import('#shared/notification/text.ts'),
  search: () => import('#shared/search/text.ts'),
  retention: () => import('#shared/retention/text.ts'),
  scan: () => import('#shared/scan/text.ts'),
  verdict: () => import('#shared/verdict/text.ts'),
  pattern: () => import('#shared/pattern/text.ts'),
  alertRules: () => import('#shared/verdict/alert-rules-text.ts'),
  codeCard: () => import('#shared/verdict/code-card-text.ts'),
  legal: () => import('#shared/legal/text.ts'),
  user: () => import('#shared/user/text.ts'),
  sensor: () => import('#shared/sensor/text.ts'),
  sensorTag: () => import('#shared/sensor/tag-text.ts'),
  sensorImport: () => import('#shared/sensor/import-text.ts'),
  brandHost: () => import('#shared/host/text.ts'),
  brandHostFault: () => import('#shared/host/fault-text.ts'),
  webhook: () => import('#shared/webhook/text.ts'),
  team: () => import('#shared/team/text.ts'),
  invitation: () => import('#shared/team/invitation-text.ts'),
  binding: () => import('#shared/binding/text.ts'),
  pack: () => import('#shared/pack/text.ts'),
  support: () => import('#shared/support/text.ts'),
}
export type Namespace = keyof typeof textFiles

type Exports<N extends Namespace> = Awaited<ReturnType<(typeof textFiles)[N]>>
export type NamespaceText<N extends Namespace> = Extract<Exports<N>[keyof Exports<N>], TextDefinition>

export async function loadText(namespace: Namespace): Promise<TextDefinition> {
  const [text] = Object.values<TextDefinition>(await textFiles[namespace]())
  return text!
}
