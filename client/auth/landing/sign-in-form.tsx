import { Button, Link as ChakraLink, Flex } from '@chakra-ui/react'
import { Link } from 'react-router'
import type { z } from 'zod'
import { useCompleteSignIn } from '#client/auth/use-complete-sign-in.ts'
import { ApiError } from '#client/core/http/api.ts'
import { useWrite } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { blockedAccount } from '#client/core/offline/removal/blocked-account.ts'
import { lastSignedInRole } from '#client/core/session/session-storage.ts'
import { CheckboxField, PasswordField, TextField } from '#client/ui/form/field.tsx'
import { Form, useForm } from '#client/ui/form/form.tsx'
import { authContract, authProblems, type Session, SignIn } from '#shared/auth/contract.ts'
import { usePasskeySignIn } from './use-passkey-sign-in.ts'

/** Whether the device is the installed app, a phone or a tablet (no mouse). */
const handheldQuery = '(display-mode: standalone), (pointer: coarse) and (hover: none)'

/**
 * Default of "stay signed in": on for field staff, who cannot sign in again without a connection. Before the sign-in it
 * depends on the device and on the role of its last user.
 */
function shouldStaySignedIn(): boolean {
  const role = lastSignedInRole()
  return role === 'dealer' || role === 'field' || (globalThis.matchMedia?.(handheldQuery).matches ?? false)
}

export function Component() {
  const t = useText('auth')
  const completeSignIn = useCompleteSignIn()
  const signIn = useWrite(authContract.signIn)
  const form = useForm(SignIn, { identifier: '', password: '', keep: shouldStaySignedIn() })
  const enter = async (signedIn: Promise<Session>) => {
    try {
      completeSignIn(await signedIn)
    } catch (error) {
      const { userId, merchantId } =
        error instanceof ApiError && error.code === authProblems.blocked.code ? error.details : {}
      if (typeof userId === 'string' && typeof merchantId === 'string')
        blockedAccount.setState({ owner: { userId, merchantId } })
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
    </Form>
  )
}
