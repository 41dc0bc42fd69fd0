import type { Screen } from '#client/ui/screen/screen.ts'

export const notificationSettingsScreen: Screen = {
  path: '/settings/notifications',
  access: 'officeOrPartner',
  menu: { settings: { label: 'notifications', icon: 'LuBell' } },
  texts: ['notification'],
  load: () => import('./settings-page.tsx'),
}

export const unsubscribeScreen: Screen = {
  path: '/unsubscribe',
  access: 'public',
  texts: ['notification'],
  load: () => import('./unsubscribe-page.tsx'),
}
