import type { Screen } from '#client/ui/screen/screen.ts'

export const userScreen: Screen = {
  path: '/user',
  access: 'admin',
  menu: { admin: { group: 'groupAdmin', label: 'users', icon: 'LuUsers' } },
  actions: [{ action: 'act_addUser', to: '/user?open=new' }],
  texts: ['user'],
  load: () => import('./page.tsx'),
}
