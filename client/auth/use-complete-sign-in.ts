import { useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { applySignIn } from '#client/core/session/refresh/refresh-session.ts'
import { session } from '#client/core/session/session-state.ts'
import type { Session } from '#shared/auth/contract.ts'
import { isReturnPath } from '#shared/core/fields/return-path.ts'

/** The page from which a person was led to the sign-in: the state of a location. */
export function returnPathOf(state: unknown): string {
  const { from } = (state ?? {}) as { from?: unknown }
  return typeof from === 'string' && isReturnPath(from) ? from : '/'
}

/** Applies a session and redirects: administrators to the root, other users to the page that they came from. */
export function useCompleteSignIn(): (signedIn: Session, to?: string) => void {
  const navigate = useNavigate()
  const { state } = useLocation()
  return useCallback(
    (signedIn, to = returnPathOf(state)) => {
      applySignIn(signedIn)
      void navigate(session.getState().claims?.isAdmin ? '/' : to, { replace: true })
    },
    [navigate, state],
  )
}
