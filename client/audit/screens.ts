import type { Screen } from '#client/ui/screen/screen.ts'

export const auditScreen: Screen = {
  path: '/audit',
  access: 'admin',
  menu: { admin: { group: 'groupAdmin', label: 'audit', icon: 'LuScrollText' } },
  texts: ['audit'],
  load: () => import('./page.tsx'),
}

export const activityScreen: Screen = {
  path: '/settings/activity',
  access: 'merchant',
  menu: { settings: { label: 'activity', icon: 'LuScrollText' } },
  texts: ['audit'],
  load: () => import('./activity-page.tsx'),
}
