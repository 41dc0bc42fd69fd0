import { Button, Text } from '@chakra-ui/react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link, useLocation, useNavigate, useParams } from 'react-router'
import { keepBlockedAccount } from '#client/auth/keep-blocked-account.ts'
import { useCompleteSignIn } from '#client/auth/use-complete-sign-in.ts'
import { errorText } from '#client/core/http/errors.ts'
import { useWrite } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { notify } from '#client/core/notify.ts'
import { Loading } from '#client/ui/feedback/loading.tsx'
import { TaskCard } from '#client/ui/layout/task-card.tsx'
import { type Arrived, oidcContract } from '#shared/oidc/contract.ts'
import { departedFrom } from './departure.ts'

type Tested = Extract<Arrived, { kind: 'tested' }>

/** The page to which a provider sends a browser back. Its address contains the code of the sign-in, which works once. */
export function Component() {
  const t = useText('oidc')
  const { organisation = '' } = useParams()
  const { search } = useLocation()
  const navigate = useNavigate()
  const completeSignIn = useCompleteSignIn()
  const { mutateAsync } = useWrite(oidcContract.finish, { quiet: true })
  const [tested, setTested] = useState<Tested>()
  const [error, setError] = useState<unknown>(undefined)
  const isSent = useRef(false)

  const finish = useEffectEvent(async () => {
    try {
      const arrived = await mutateAsync({ body: { organisation, query: search.slice(1) } })
      if (arrived.kind === 'tested') setTested(arrived)
      else if (arrived.kind === 'signedIn') completeSignIn(arrived.session, arrived.returnTo)
      else {
        notify({ tone: 'success', title: t('nowLinked') })
        await navigate('/settings', { replace: true })
      }
    } catch (failure) {
      setError(failure)
      if (keepBlockedAccount(failure)) await navigate('/', { replace: true })
    }
  })
  const isArrival = new URLSearchParams(search).has('state')
  useEffect(() => {
    if (isSent.current || !isArrival) return
    isSent.current = true
    void finish()
  }, [isArrival])

  if (tested) return <Result {...tested} />
  if (error === undefined && isArrival) return <Loading />
  return (
    <TaskCard title={t('failed')} hint={isArrival ? errorText(error) : t('nothingBegun')}>
      <Button asChild>
        <Link to={departedFrom()}>{t('again')}</Link>
      </Button>
      <Button asChild variant="outline">
        <Link to="/">{t('back')}</Link>
      </Button>
    </TaskCard>
  )
}

function Result({ subject, name }: Tested) {
  const t = useText('oidc')
  return (
    <TaskCard title={t('testedTitle')} hint={t('testedHint', { subject })}>
      <Text overflowWrap="anywhere">{name === null ? t('noName') : t('testedName', { name })}</Text>
      <Button asChild>
        <Link to="/settings/organisation">{t('backToSettings')}</Link>
      </Button>
    </TaskCard>
  )
}
