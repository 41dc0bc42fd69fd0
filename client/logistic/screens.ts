import type { Screen } from '#client/ui/screen/screen.ts'

export const logisticScreen: Screen = {
  path: '/logistic',
  access: 'anyMerchantRole',
  feature: 'temperature',
  menu: { merchant: { group: 'groupTemperature', label: 'logistics', icon: 'LuTruck' } },
  actions: [{ action: 'act_ship', to: '/logistic?open=new', access: 'merchantOrDealer' }],
  texts: ['logistic', 'sensor', 'pack'],
  load: () => import('./page.tsx'),
}
