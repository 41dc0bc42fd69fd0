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
  texts: ['auth', 'passkey', 'oidc'],
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
  texts: ['auth', 'invitation', 'oidc'],
  load: () => import('./invitation-page.tsx'),
}

export const organisationScreen: Screen = {
  path: '/organisation',
  access: 'public',
  texts: ['oidc', 'auth'],
  load: () => import('./organisation/enter-page.tsx'),
}

/** The address to which providers send people back: each merchant has its own. */
export const arrivalScreen: Screen = {
  path: '/organisation/:organisation',
  access: 'public',
  texts: ['oidc'],
  load: () => import('./organisation/arrival-page.tsx'),
}

export const providerScreen: Screen = {
  path: '/settings/organisation',
  access: 'owner',
  menu: { settings: { label: 'organisationSignIn', icon: 'LuLogIn' } },
  texts: ['oidc'],
  load: () => import('./organisation/provider-page.tsx'),
}

export const administratorScreen: Screen = {
  path: '/administrator',
  access: 'public',
  load: () => import('./administrator-page.tsx'),
}
