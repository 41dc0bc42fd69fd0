import { Button } from '@chakra-ui/react'
import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { ApiError } from '#client/core/http/api.ts'
import { call } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { refreshSession } from '#client/core/session/session.ts'
import { session } from '#client/core/session/session-state.ts'
import { TaskCard } from '#client/ui/layout/task-card.tsx'
import { authContract } from '#shared/auth/contract.ts'

/** How long the success message is shown before the redirect to the root, ms. */
const redirectDelayMs = 3000

/** Uses the link once, reports the result, and redirects to the root or to the sign-in. */
export function Component() {
  const t = useText('auth')
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const confirmation = params.get('confirmation') ?? ''
  const [state, setState] = useState<'asking' | 'confirmed' | 'refused' | 'held'>('asking')
  const isRequested = useRef(false)
  const isIn = session(({ status }) => status === 'in')

  useEffect(() => {
    // A link works once, and React's strict mode runs effects twice.
    if (isRequested.current) return
    isRequested.current = true
    call(authContract.confirmEmail, { query: { confirmation } })
      .then(async () => {
        // The token of this tab still contains the unconfirmed e-mail.
        if (session.getState().status === 'in') await refreshSession()
        setState('confirmed')
      })
      .catch((error) => setState(error instanceof ApiError && error.code === 'auth.emailHeld' ? 'held' : 'refused'))
  }, [confirmation])

  useEffect(() => {
    if (state !== 'confirmed') return
    const timer = setTimeout(() => void navigate('/', { replace: true }), redirectDelayMs)
    return () => clearTimeout(timer)
  }, [state, navigate])

  if (state === 'asking') return <TaskCard title={t('confirming')} />
  if (state === 'refused' || state === 'held') {
    const held = state === 'held'
    return (
      <TaskCard title={held ? t('heldTitle') : t('badLinkTitle')} hint={held ? t('heldHint') : t('badLinkHint')}>
        <Button asChild>
          <Link to="/">{t('continue')}</Link>
        </Button>
      </TaskCard>
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
