import type { Screen } from '#client/ui/screen/screen.ts'

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
