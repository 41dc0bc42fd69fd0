import { Button, Link as ChakraLink, Flex } from '@chakra-ui/react'
import { Link } from 'react-router'
import { useCompleteSignIn } from '#client/auth/use-complete-sign-in.ts'
import { useWrite } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { CheckboxField, PasswordField, TextField } from '#client/ui/form/field.tsx'
import { Form, useForm } from '#client/ui/form/form.tsx'
import { authContract, SignIn } from '#shared/auth/contract.ts'
import { shouldStaySignedIn } from './stay-signed-in-default.ts'

export function Component() {
  const t = useText('auth')
  const completeSignIn = useCompleteSignIn()
  const signIn = useWrite(authContract.signIn)
  const form = useForm(SignIn, { identifier: '', password: '', keep: shouldStaySignedIn() })
  return (
    <Form form={form} onSubmit={async (body) => completeSignIn(await signIn.mutateAsync({ body }))}>
      <TextField control={form.control} name="identifier" label={t('identifier')} autoComplete="username" />
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
    </Form>
  )
}
