import { useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { z } from 'zod'
import { session, signedIn } from '#client/core/session.ts'
import type { Session } from '#shared/auth/contract.ts'

const From = z.object({ from: z.string().regex(/^\/(?!\/|error)/) })

/** Takes a session and leads an administrator home, anybody else to the page they came from. */
export function useArrive(): (answer: Session) => void {
  const navigate = useNavigate()
  const { state } = useLocation()
  return useCallback(
    (answer) => {
      signedIn(answer)
      const from = From.safeParse(state).data?.from ?? '/'
      void navigate(session.getState().claims?.isAdmin ? '/' : from, { replace: true })
    },
    [navigate, state],
  )
}
