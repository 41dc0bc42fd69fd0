import { Button } from '@chakra-ui/react'
import { Link, useSearchParams } from 'react-router'
import { useWrite } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { TaskCard } from '#client/ui/layout/task-card.tsx'
import { authContract } from '#shared/auth/contract.ts'
import { BadLink, LinkFailed } from './link-failed.tsx'
import { useCompleteSignIn } from './use-complete-sign-in.ts'

/**
 * The page of the administrator's one-time link from the command line. The link is used by a button, so that link
 * previews do not use it up.
 */
export function Component() {
  const t = useText('auth')
  const [params] = useSearchParams()
  const token = params.get('token') ?? ''
  const completeSignIn = useCompleteSignIn()
  const link = useWrite(authContract.administratorLink, { quiet: true })
  const signIn = () => link.mutate({ body: { token } }, { onSuccess: (signedIn) => completeSignIn(signedIn) })
  const leave = (
    <Button asChild variant="outline">
      <Link to="/">{t('backToSignIn')}</Link>
    </Button>
  )
  if (token.length < 20) return <BadLink>{leave}</BadLink>
  if (link.isError) {
    return (
      <LinkFailed error={link.error} onRetry={signIn}>
        {leave}
      </LinkFailed>
    )
  }
  return (
    <TaskCard title={t('administratorTitle')} hint={t('administratorHint')}>
      <Button size="lg" onClick={signIn} loading={link.isPending}>
        {t('enter')}
      </Button>
    </TaskCard>
  )
}
