import { useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { z } from 'zod'
import { applySignIn } from '#client/core/session/refresh/refresh-session.ts'
import { session } from '#client/core/session/session-state.ts'
import type { Session } from '#shared/auth/contract.ts'

const RedirectState = z.object({ from: z.string().regex(/^\/(?!\/|error)/) })

/** Applies a session and redirects: administrators to the root, other users to the page that they came from. */
export function useCompleteSignIn(): (signedIn: Session) => void {
  const navigate = useNavigate()
  const { state } = useLocation()
  return useCallback(
    (signedIn) => {
      applySignIn(signedIn)
      const from = RedirectState.safeParse(state).data?.from ?? '/'
      void navigate(session.getState().claims?.isAdmin ? '/' : from, { replace: true })
    },
    [navigate, state],
  )
}
