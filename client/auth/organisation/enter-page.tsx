import { Button } from '@chakra-ui/react'
import { Link, useLocation, useSearchParams } from 'react-router'
import type { z } from 'zod'
import { shouldStaySignedIn } from '#client/auth/stay-signed-in.ts'
import { returnPathOf } from '#client/auth/use-complete-sign-in.ts'
import { useWrite } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { CheckboxField, TextField } from '#client/ui/form/field.tsx'
import { Form, useForm } from '#client/ui/form/form.tsx'
import { TaskCard } from '#client/ui/layout/task-card.tsx'
import { OrganisationName, oidcContract } from '#shared/oidc/contract.ts'
import { departFrom } from './departure.ts'

/** Finds the provider of a person. Owners share the address of this page with the short name filled in. */
export function Component() {
  const t = useText('oidc')
  const auth = useText('auth')
  const { state } = useLocation()
  const [params] = useSearchParams()
  const begin = useWrite(oidcContract.begin)
  const form = useForm(OrganisationName, { organisation: params.get('name') ?? '', keep: shouldStaySignedIn() })
  const submit = async (body: z.output<typeof OrganisationName>) => {
    const { url } = await begin.mutateAsync({ body: { ...body, returnTo: returnPathOf(state) } })
    departFrom('/organisation', url)
  }
  return (
    <TaskCard title={t('enterTitle')} hint={t('enterHint')}>
      <Form form={form} onSubmit={submit}>
        <TextField
          control={form.control}
          name="organisation"
          label={t('organisation')}
          autoComplete="email"
          maxLength={254}
        />
        <CheckboxField control={form.control} name="keep" label={auth('keep')} />
        <Button type="submit" size="lg" loading={form.formState.isSubmitting}>
          {t('continue')}
        </Button>
      </Form>
      <Button asChild variant="outline">
        <Link to="/" state={state}>
          {t('usePassword')}
        </Link>
      </Button>
    </TaskCard>
  )
}
