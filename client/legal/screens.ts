import type { Screen } from '#client/ui/screen/screen.ts'

export const termsScreen: Screen = {
  path: '/terms-of-service',
  access: 'public',
  load: () => import('./terms-page.tsx'),
}

export const privacyScreen: Screen = { path: '/privacy', access: 'public', load: () => import('./privacy-page.tsx') }

export const experienceScreen: Screen = {
  path: '/experience',
  access: 'public',
  load: () => import('./experience-page.tsx'),
}
