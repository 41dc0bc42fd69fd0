import type { Screen } from '#client/ui/screen/screen.ts'

export const retentionScreen: Screen = {
  path: '/retention',
  access: 'admin',
  menu: { admin: { group: 'groupAdmin', label: 'retention', icon: 'LuArchive' } },
  texts: ['retention'],
  load: () => import('./page.tsx'),
}
