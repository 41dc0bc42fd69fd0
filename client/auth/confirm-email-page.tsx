import { Button } from '@chakra-ui/react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { ApiError } from '#client/core/http/api.ts'
import { call } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { refreshSession } from '#client/core/session/refresh/refresh-session.ts'
import { hasUser } from '#client/core/session/session-machine.ts'
import { session } from '#client/core/session/session-state.ts'
import { TaskCard } from '#client/ui/layout/task-card.tsx'
import { authContract, authProblems } from '#shared/auth/contract.ts'
import { LinkFailed } from './link-failed.tsx'

/** How long the success message is shown before the redirect to the root, ms. */
const redirectDelayMs = 3000

/** Uses the link, reports the result, and redirects to the root or to the sign-in. */
export function Component() {
  const t = useText('auth')
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const confirmation = params.get('confirmation') ?? ''
  const [state, setState] = useState<'asking' | 'confirmed' | { error: unknown }>('asking')
  const isRequested = useRef(false)
  const isIn = session(hasUser)

  const confirm = useCallback(async () => {
    setState('asking')
    try {
      await call(authContract.confirmEmail, { query: { confirmation } })
      // The token of this tab still contains the unconfirmed e-mail.
      if (hasUser(session.getState())) await refreshSession()
      setState('confirmed')
    } catch (error) {
      setState({ error })
    }
  }, [confirmation])

  useEffect(() => {
    // React's strict mode runs effects twice.
    if (isRequested.current) return
    isRequested.current = true
    void confirm()
  }, [confirm])

  useEffect(() => {
    if (state !== 'confirmed') return
    const timer = setTimeout(() => void navigate('/', { replace: true }), redirectDelayMs)
    return () => clearTimeout(timer)
  }, [state, navigate])

  if (state === 'asking') return <TaskCard title={t('confirming')} />
  if (state !== 'confirmed') {
    const leave = (
      <Button asChild variant="outline">
        <Link to="/">{t('continue')}</Link>
      </Button>
    )
    if (state.error instanceof ApiError && state.error.code === authProblems.emailHeld.code)
      return (
        <TaskCard title={t('heldTitle')} hint={t('heldHint')}>
          {leave}
        </TaskCard>
      )
    return (
      <LinkFailed error={state.error} onRetry={() => void confirm()}>
        {leave}
      </LinkFailed>
    )
  }
  return (
    <TaskCard title={t('confirmTitle')} hint={isIn ? t('confirmHintIn') : t('confirmHint')}>
      <Button asChild>
        <Link to="/" replace>
          {isIn ? t('continue') : t('enter')}
        </Link>
      </Button>
    </TaskCard>
  )
}
