import { Button } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { ApiError } from '#client/core/http/api.ts'
import { errorText } from '#client/core/http/errors.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { TaskCard } from '#client/ui/layout/task-card.tsx'

type Props = {
  error: unknown
  onRetry: () => void
  /** A link to leave the page. */
  children: ReactNode
}

/** Shows why a one-time link did not work. Offers to try again unless the server has rejected the link itself. */
export function LinkFailed({ error, onRetry, children }: Props) {
  const t = useText('auth')
  const ui = useText('ui')
  if (isBadLink(error)) return <BadLink reason={errorText(error)}>{children}</BadLink>
  return (
    <TaskCard title={t('linkFailedTitle')} hint={errorText(error)}>
      <Button onClick={onRetry}>{ui('tryAgain')}</Button>
      {children}
    </TaskCard>
  )
}

/** The link has expired, was used before, or is not a link of ours. `reason`: the server's words. */
export function BadLink({ reason, children }: { reason?: string; children: ReactNode }) {
  const t = useText('auth')
  return (
    <TaskCard title={t('badLinkTitle')} hint={reason ?? t('badLinkHint')}>
      {children}
    </TaskCard>
  )
}

/** A link that the server does not accept, or that is no valid input. */
const isBadLink = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.hasProblem && error.status === 400
