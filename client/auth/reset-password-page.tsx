import { Button } from '@chakra-ui/react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { useWrite } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { Form, useForm } from '#client/ui/form/form.tsx'
import { TaskCard } from '#client/ui/layout/task-card.tsx'
import { authContract, PasswordReset } from '#shared/auth/contract.ts'
import { BadLink, LinkFailed } from './link-failed.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'

export function Component() {
  const t = useText('auth')
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const code = params.get('code') ?? ''
  const reset = useWrite(authContract.resetPassword, { done: t('resetDone'), quiet: true })
  const form = useForm(PasswordReset, { password: '', passwordConfirmation: '', code })
  const leave = (
    <>
      <Button asChild>
        <Link to="/recover-password">{t('cannotSignIn')}</Link>
      </Button>
      <Button asChild variant="outline">
        <Link to="/">{t('backToSignIn')}</Link>
      </Button>
    </>
  )
  if (code.length < 20) return <BadLink>{leave}</BadLink>
  const submit = async (body: PasswordReset) => {
    await reset.mutateAsync({ body })
    await navigate('/', { replace: true })
  }
  if (reset.isError) {
    return (
      <LinkFailed error={reset.error} onRetry={() => void form.handleSubmit(submit)()}>
        {leave}
      </LinkFailed>
    )
  }
  return (
    <TaskCard title={t('resetTitle')}>
      <Form form={form} onSubmit={submit}>
        <NewPasswordFields control={form.control} name="password" repeatName="passwordConfirmation" />
        <Button type="submit" size="lg" loading={form.formState.isSubmitting}>
          {t('updatePassword')}
        </Button>
      </Form>
    </TaskCard>
  )
}
