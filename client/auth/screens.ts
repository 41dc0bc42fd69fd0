import type { Screen } from '#client/ui/screen/screen.ts'

export const onboardingScreen: Screen = {
  path: '/onboarding',
  access: 'merchant',
  texts: ['auth'],
  load: () => import('./onboarding-page.tsx'),
}

export const settingsScreen: Screen = {
  path: '/settings',
  access: 'anyMerchantRole',
  menu: {
    merchant: { group: 'groupSettings', label: 'settings', icon: 'LuSettings' },
    settings: { label: 'general', icon: 'LuSettings' },
  },
  texts: ['auth', 'passkey'],
  load: () => import('./account/settings-page.tsx'),
}

export const confirmEmailScreen: Screen = {
  path: '/email-confirmation',
  access: 'public',
  load: () => import('./confirm-email-page.tsx'),
}

export const recoverPasswordScreen: Screen = {
  path: '/recover-password',
  access: 'public',
  load: () => import('./recover-password-page.tsx'),
}

export const resetPasswordScreen: Screen = {
  path: '/reset-password',
  access: 'public',
  load: () => import('./reset-password-page.tsx'),
}

export const invitationScreen: Screen = {
  path: '/invitation',
  access: 'public',
  texts: ['auth', 'invitation'],
  load: () => import('./invitation-page.tsx'),
}

export const administratorScreen: Screen = {
  path: '/administrator',
  access: 'public',
  load: () => import('./administrator-page.tsx'),
}
