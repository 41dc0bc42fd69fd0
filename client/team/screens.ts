import type { Screen } from '#client/ui/screen/screen.ts'

export const teamScreen: Screen = {
  path: '/settings/team',
  access: 'owner',
  menu: { settings: { label: 'team', icon: 'LuUsers' } },
  actions: [{ action: 'act_invite', to: '/settings/team?open=new' }],
  texts: ['team'],
  load: () => import('./page.tsx'),
}
