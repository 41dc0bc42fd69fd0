import { Button, Link as ChakraLink } from '@chakra-ui/react'
import { Fragment } from 'react'
import { Link, useNavigate } from 'react-router'
import { z } from 'zod'
import { NewPasswordFields } from '#client/auth/new-password-fields.tsx'
import { useWrite } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { preferences } from '#client/core/session/preferences.ts'
import { applySignIn } from '#client/core/session/refresh/refresh-session.ts'
import { CheckboxField, TextField } from '#client/ui/form/field.tsx'
import { Form, useForm } from '#client/ui/form/form.tsx'
import { authContract, Registration } from '#shared/auth/contract.ts'
import { merchantCode } from '#shared/auth/rules.ts'

const RegisterFormValues = Registration.and(
  z.object({ accepted: z.literal(true, 'Please tick the checkbox if you want to proceed') }),
)

export function Component() {
  const t = useText('auth')
  const navigate = useNavigate()
  const register = useWrite(authContract.register)
  const form = useForm(RegisterFormValues, { email: '', password: '', passwordConfirm: '', businessName: '' })
  const submit = async ({ accepted: _, ...body }: z.output<typeof RegisterFormValues>) => {
    const { language } = preferences.getState()
    const code = merchantCode(body.businessName)
    applySignIn(await register.mutateAsync({ body: { ...body, language, ...(code && { code }) } }))
    await navigate('/onboarding')
  }
  return (
    <Form form={form} onSubmit={submit}>
      <TextField control={form.control} name="email" label={t('email')} type="email" autoComplete="email" />
      <NewPasswordFields
        control={form.control}
        name="password"
        repeatName="passwordConfirm"
        label={t('password')}
        repeatLabel={t('passwordConfirm')}
      />
      <TextField control={form.control} name="businessName" label={t('businessName')} autoComplete="organization" />
      <CheckboxField control={form.control} name="accepted" label={<Terms />} />
      <Button type="submit" size="lg" loading={form.formState.isSubmitting}>
        {t('createAccount')}
      </Button>
    </Form>
  )
}

/** The consent sentence, with its two links in the positions of the current language. */
function Terms() {
  const t = useText('auth')
  const app = useText('app')
  const links: Record<string, { to: string; word: string }> = {
    '{{terms}}': { to: '/terms-of-service', word: app('termsLink') },
    '{{privacy}}': { to: '/privacy', word: app('privacyLink') },
  }
  const parts = t('acceptTerms', { terms: '{{terms}}', privacy: '{{privacy}}' }).split(/({{\w+}})/)
  return parts.map((part) => {
    const link = links[part]
    if (!link) return <Fragment key={part}>{part}</Fragment>
    return (
      <ChakraLink key={part} asChild textDecoration="underline">
        <Link to={link.to} target="_blank">
          {link.word}
        </Link>
      </ChakraLink>
    )
  })
}
