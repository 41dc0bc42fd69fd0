import { Button, Text } from '@chakra-ui/react'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { z } from 'zod'
import { useRead, useWrite } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { useLanguage } from '#client/core/session/preferences.ts'
import { useViewer } from '#client/core/session/use-viewer.ts'
import { Loading } from '#client/ui/feedback/loading.tsx'
import { TextField } from '#client/ui/form/field.tsx'
import { Form, useForm } from '#client/ui/form/form.tsx'
import { TaskCard } from '#client/ui/layout/task-card.tsx'
import { oidcContract } from '#shared/oidc/contract.ts'
import { type InvitationSignIn, JoinForm, teamContract } from '#shared/team/contract.ts'
import { BadLink, LinkFailed } from './link-failed.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import { departFrom } from './organisation/departure.ts'
import { useCompleteSignIn } from './use-complete-sign-in.ts'

/** The page of an invitation: an account is opened only by the form, so that link previews use up nothing. */
export function Component() {
  const t = useText('invitation')
  const [params] = useSearchParams()
  const token = params.get('token') ?? ''
  const viewer = useViewer()
  const [isJoining, setJoining] = useState(false)
  const isUsable = token.length >= 20 && !viewer && !isJoining
  const invitation = useRead(teamContract.open, { body: { token } }, { enabled: isUsable, quiet: true })
  const leave = (
    <Button asChild variant="outline">
      <Link to="/">{t('back')}</Link>
    </Button>
  )
  if (viewer && !isJoining) {
    return (
      <TaskCard title={t('signedInTitle')} hint={t('signedInHint', { email: viewer.email })}>
        <Button asChild>
          <Link to={viewer.isAdmin ? '/signout' : '/settings/signout'}>{t('signOut')}</Link>
        </Button>
        {leave}
      </TaskCard>
    )
  }
  if (token.length < 20) return <BadLink>{leave}</BadLink>
  if (invitation.data) return <Join token={token} {...invitation.data} onJoin={() => setJoining(true)} />
  if (invitation.error) {
    return (
      <LinkFailed error={invitation.error} onRetry={() => void invitation.refetch()}>
        {leave}
      </LinkFailed>
    )
  }
  return <Loading />
}

type Props = { token: string; business: string; email: string; signIn: InvitationSignIn; onJoin: () => void }

function Join({ token, business, email, signIn, onJoin }: Props) {
  const t = useText('invitation')
  const oidc = useText('oidc')
  const language = useLanguage()
  const join = useWrite(teamContract.join)
  const completeSignIn = useCompleteSignIn()
  const form = useForm(JoinForm, { name: '', password: '', passwordConfirm: '', language })
  const submit = async (body: z.output<typeof JoinForm>) => {
    const signedIn = await join.mutateAsync({ body: { token, ...body } })
    onJoin()
    completeSignIn(signedIn)
  }
  const begin = useWrite(oidcContract.join)
  const leave = async () => {
    const { url } = await begin.mutateAsync({ body: { token, language } })
    departFrom(`/invitation?token=${token}`, url)
  }
  const byOrganisation = (
    // The call shows its errors.
    <Button size="lg" loading={begin.isPending} onClick={() => void leave().catch(() => undefined)}>
      {oidc('join')}
    </Button>
  )
  if (signIn === 'organisation') {
    return (
      <TaskCard title={t('title', { business })} hint={oidc('joinOnly', { email })}>
        {byOrganisation}
      </TaskCard>
    )
  }
  return (
    <TaskCard title={t('title', { business })} hint={t('hint', { email })}>
      {signIn === 'both' && byOrganisation}
      {signIn === 'both' && <Text color="fg.muted">{oidc('joinOr')}</Text>}
      <Form form={form} onSubmit={submit}>
        <TextField control={form.control} name="name" label={t('name')} autoComplete="name" maxLength={120} required />
        {/* Password managers store the password for this address. */}
        <input type="hidden" autoComplete="username" value={email} readOnly />
        <NewPasswordFields control={form.control} name="password" repeatName="passwordConfirm" />
        <Button type="submit" size="lg" loading={form.formState.isSubmitting}>
          {t('join')}
        </Button>
      </Form>
    </TaskCard>
  )
}
