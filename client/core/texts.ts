/** Every namespace of the console. Each is fetched with the first screen that speaks it. */
export const texts = {
  admin: () => import('#shared/admin/text.ts').then(({ adminText }) => adminText),
  app: () => import('#shared/app/text.ts').then(({ appText }) => appText),
  ui: () => import('#shared/ui/text.ts').then(({ uiText }) => uiText),
  auth: () => import('#shared/auth/text.ts').then(({ authText }) => authText),
  business: () => import('#shared/business/text.ts').then(({ businessText }) => businessText),
  trademark: () => import('#shared/trademark/text.ts').then(({ trademarkText }) => trademarkText),
  sku: () => import('#shared/sku/text.ts').then(({ skuText }) => skuText),
  order: () => import('#shared/order/text.ts').then(({ orderText }) => orderText),
  activation: () => import('#shared/activation/text.ts').then(({ activationText }) => activationText),
  anchoring: () => import('#shared/anchoring/text.ts').then(({ anchoringText }) => anchoringText),
  media: () => import('#shared/media/text.ts').then(({ mediaText }) => mediaText),
  billing: () => import('#shared/billing/text.ts').then(({ billingText }) => billingText),
  insights: () => import('#shared/insights/text.ts').then(({ insightsText }) => insightsText),
  scan: () => import('#shared/scan/text.ts').then(({ scanText }) => scanText),
  legal: () => import('#shared/legal/text.ts').then(({ legalText }) => legalText),
  support: () => import('#shared/support/text.ts').then(({ supportText }) => supportText),
}
