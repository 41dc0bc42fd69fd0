import type { Screen } from '#client/ui/screen/screen.ts'

export const brandHostScreen: Screen = {
  path: '/settings/host',
  access: 'owner',
  menu: { settings: { label: 'customDomain', icon: 'LuGlobe' } },
  texts: ['brandHost', 'brandHostFault'],
  load: () => import('./page.tsx'),
}
