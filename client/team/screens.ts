import type { Screen } from '#client/ui/screen/screen.ts'

export const teamScreen: Screen = {
  path: '/settings/team',
  access: 'owner',
  menu: { settings: { label: 'team', icon: 'LuUsers' } },
  texts: ['team'],
  load: () => import('./page.tsx'),
}
