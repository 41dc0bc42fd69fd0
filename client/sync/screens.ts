import type { Screen } from '#client/ui/screen/screen.ts'

export const devicesScreen: Screen = {
  path: '/settings/devices',
  access: 'merchant',
  menu: { settings: { label: 'devices', icon: 'LuSmartphone' } },
  texts: ['devices'],
  load: () => import('./devices/page.tsx'),
}

export const settingsSignOutScreen: Screen = {
  path: '/settings/signout',
  access: 'anyMerchantRole',
  menu: { settings: { label: 'signOut', icon: 'LuLogOut' } },
  load: () => import('./sign-out-page.tsx'),
}

export const signOutScreen: Screen = {
  path: '/signout',
  access: 'signedIn',
  menu: { admin: { group: 'groupSettings', label: 'signOut', icon: 'LuLogOut' } },
  load: () => import('./sign-out-page.tsx'),
}
