import { defineDomain } from '#server/domain.ts'
import {
  confirmRegistration,
  deleteOldSessions,
  deleteUnverifiedRegistrations,
  mailLink,
  warnOfGuessing,
} from './jobs.ts'

export const authDomain = defineDomain({
  name: 'auth',
  routes: [
    async () => (await import('./routes.ts')).authRoutes,
    async () => (await import('./passkey/routes.ts')).passkeyRoutes,
  ],
  jobs: [confirmRegistration, deleteOldSessions, deleteUnverifiedRegistrations, mailLink, warnOfGuessing],
})
