import type { Screen } from '#client/ui/screen/screen.ts'

export const formScreen: Screen = {
  path: '/form',
  access: 'anyMerchantRole',
  feature: 'temperature',
  menu: { merchant: { group: 'groupTemperature', label: 'forms', icon: 'LuClipboardList' } },
  actions: [{ action: 'act_addForm', to: '/form?edit=new', access: 'merchant' }],
  texts: ['form', 'expression', 'xlsform', 'submission', 'sensor'],
  load: () => import('./page.tsx'),
}
