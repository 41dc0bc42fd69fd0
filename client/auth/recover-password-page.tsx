import { Button, Text } from '@chakra-ui/react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { z } from 'zod'
import { useWrite } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { Dialog } from '#client/ui/dialog/dialog.tsx'
import { TextField } from '#client/ui/form/field.tsx'
import { Form, useForm } from '#client/ui/form/form.tsx'
import { TaskCard } from '#client/ui/layout/task-card.tsx'
import { authContract } from '#shared/auth/contract.ts'
import { Email } from '#shared/core/fields/email.ts'

const RecoverFormValues = z.object({ email: Email })

export function Component() {
  const t = useText('auth')
  const navigate = useNavigate()
  const [sentTo, setSentTo] = useState<string>()
  const forgot = useWrite(authContract.forgotPassword)
  const form = useForm(RecoverFormValues, { email: '' })
  const back = () => void navigate('/')
  return (
    <TaskCard title={t('recoverTitle')} hint={t('recoverHint')}>
      <Form
        form={form}
        onSubmit={async (body) => {
          await forgot.mutateAsync({ body })
          setSentTo(body.email)
        }}
      >
        <TextField control={form.control} name="email" label={t('email')} type="email" autoComplete="email" />
        <Button type="submit" size="lg" loading={form.formState.isSubmitting}>
          {t('sendLink')}
        </Button>
        <Button asChild variant="ghost">
          <Link to="/">{t('backToSignIn')}</Link>
        </Button>
      </Form>
      <Dialog
        open={sentTo !== undefined}
        onClose={back}
        title={t('recoverSentTitle')}
        size="sm"
        footer={<Button onClick={back}>{t('backToSignIn')}</Button>}
      >
        <Text>{t('recoverSent', { email: sentTo ?? '' })}</Text>
      </Dialog>
    </TaskCard>
  )
}
