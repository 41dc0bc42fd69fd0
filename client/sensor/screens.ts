import type { Screen } from '#client/ui/screen/screen.ts'

export const sensorScreen: Screen = {
  path: '/sensor',
  access: 'anyMerchantRole',
  feature: 'temperature',
  menu: { merchant: { group: 'groupTemperature', label: 'sensors', icon: 'LuThermometer' } },
  actions: [
    { action: 'act_addSensor', to: '/sensor?open=new', access: 'merchant' },
    { action: 'act_typeReading', to: '/sensor?open=entry', access: 'merchantOrDealer' },
  ],
  texts: ['sensor', 'sensorImport', 'sensorTag', 'scan'],
  load: () => import('./page.tsx'),
}
