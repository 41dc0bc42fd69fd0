import type { Screen } from '#client/ui/screen/screen.ts'

export const activationScreen: Screen = {
  path: '/activatecode',
  access: 'anyMerchantRole',
  menu: { merchant: { group: 'groupCodes', label: 'activateCodes', icon: 'LuCircleCheckBig' } },
  actions: [{ action: 'act_activate', to: '/activatecode', access: 'merchantOrDealer' }],
  texts: ['activation', 'codes', 'anchoring'],
  load: () => import('./page.tsx'),
}
