import type { Screen } from '#client/ui/screen/screen.ts'

export const epcisScreen: Screen = {
  path: '/settings/events',
  access: 'merchant',
  menu: { settings: { label: 'epcisEvents', icon: 'LuHistory' } },
  texts: ['epcis', 'epcisStep'],
  load: () => import('./page.tsx'),
}
