import { Button, Link as ChakraLink, Flex } from '@chakra-ui/react'
import { Link, useLocation } from 'react-router'
import type { z } from 'zod'
import { keepBlockedAccount } from '#client/auth/keep-blocked-account.ts'
import { shouldStaySignedIn } from '#client/auth/stay-signed-in.ts'
import { useCompleteSignIn } from '#client/auth/use-complete-sign-in.ts'
import { useWrite } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { CheckboxField, PasswordField, TextField } from '#client/ui/form/field.tsx'
import { Form, useForm } from '#client/ui/form/form.tsx'
import { authContract, type Session, SignIn } from '#shared/auth/contract.ts'
import { usePasskeySignIn } from './use-passkey-sign-in.ts'

export function Component() {
  const t = useText('auth')
  const completeSignIn = useCompleteSignIn()
  const { state } = useLocation()
  const signIn = useWrite(authContract.signIn)
  const form = useForm(SignIn, { identifier: '', password: '', keep: shouldStaySignedIn() })
  const enter = async (signedIn: Promise<Session>) => {
    try {
      completeSignIn(await signedIn)
    } catch (error) {
      keepBlockedAccount(error)
      throw error
    }
  }
  const passkey = usePasskeySignIn({ keep: () => form.getValues('keep') ?? false, enter })
  const submit = (body: z.output<typeof SignIn>) => enter(signIn.mutateAsync({ body }))
  return (
    <Form form={form} onSubmit={submit}>
      <TextField control={form.control} name="identifier" label={t('identifier')} autoComplete="username webauthn" />
      <PasswordField control={form.control} name="password" label={t('password')} autoComplete="current-password" />
      <Flex justify="space-between" gap="3" wrap="wrap" align="center">
        <div>
          <CheckboxField control={form.control} name="keep" label={t('keep')} />
        </div>
        <ChakraLink asChild textDecoration="underline">
          <Link to="/recover-password">{t('cannotSignIn')}</Link>
        </ChakraLink>
      </Flex>
      <Button type="submit" size="lg" loading={form.formState.isSubmitting}>
        {t('enter')}
      </Button>
      {passkey && (
        <Button type="button" variant="outline" size="lg" loading={passkey.isPending} onClick={passkey.ask}>
          {t('passkeyEnter')}
        </Button>
      )}
      <Button asChild variant="outline" size="lg">
        <Link to="/organisation" state={state}>
          {t('organisationEnter')}
        </Link>
      </Button>
    </Form>
  )
}
