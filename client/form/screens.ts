import type { Screen } from '#client/ui/screen/screen.ts'

export const formScreen: Screen = {
  path: '/form',
  access: 'anyMerchantRole',
  feature: 'temperature',
  menu: { merchant: { group: 'groupTemperature', label: 'forms', icon: 'LuClipboardList' } },
  texts: ['form', 'expression', 'xlsform', 'submission', 'sensor'],
  load: () => import('./page.tsx'),
}
