import type { Screen } from '#client/ui/screen/screen.ts'

export const sensorScreen: Screen = {
  path: '/sensor',
  access: 'anyMerchantRole',
  feature: 'temperature',
  menu: { merchant: { group: 'groupTemperature', label: 'sensors', icon: 'LuThermometer' } },
  texts: ['sensor', 'sensorImport', 'sensorTag', 'scan'],
  load: () => import('./page.tsx'),
}
