import { useMemo } from 'react'
import type { Role } from '#shared/core/api/access.ts'
import type { SessionState } from './session-machine.ts'
import { session } from './session-state.ts'

export type Viewer = {
  role: Role
  isAdmin: boolean
  demo: boolean
  emailConfirmed: boolean
  hasPassword: boolean
  email: string
  merchant: string | null
  features: readonly string[]
}

/** The current user as menus, guards and buttons need it; undefined when signed out. */
export function viewerOf({ claims, user, demo }: SessionState): Viewer | undefined {
  if (demo) {
    const demoUser = { email: '', merchant: null, features: ['temperature', 'submission'] }
    return { role: 'merchant', isAdmin: false, demo, emailConfirmed: true, hasPassword: true, ...demoUser }
  }
  if (!claims) return undefined
  const { role, isAdmin, email, emailConfirmed, merchant } = claims
  const { features = [], hasPassword = true } = user ?? {}
  return { role, isAdmin, demo, emailConfirmed, hasPassword, email, merchant, features }
}

export function useViewer(): Viewer | undefined {
  const state = session()
  return useMemo(() => viewerOf(state), [state])
}
