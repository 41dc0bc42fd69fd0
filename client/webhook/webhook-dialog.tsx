import { Stack } from '@chakra-ui/react'
import { type Control, useController } from 'react-hook-form'
import type { z } from 'zod'
import { useWrite } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { DialogActions } from '#client/ui/form/dialog-actions.tsx'
import { CheckboxField, TextField } from '#client/ui/form/field.tsx'
import { Form, useForm } from '#client/ui/form/form.tsx'
import { FormDialog } from '#client/ui/form/form-dialog.tsx'
import { GroupFrame } from '#client/ui/form/group-frame.tsx'
import { LabelledCheckbox } from '#client/ui/form/labelled-checkbox.tsx'
import { type Webhook, WebhookInput, webhookContract, webhookEventTypes } from '#shared/webhook/contract.ts'
import { useEventWords } from './use-webhook-words.ts'

type FormProps = {
  webhook: Webhook | undefined
  onDone: () => void
  /** Shows the secret of a new webhook. */
  onSecret: (secret: string) => void
}
type Props = FormProps & { open: boolean }

/** Adds a webhook, or changes the given one. */
export function WebhookDialog({ open, ...form }: Props) {
  const t = useText('webhook')
  return (
    <FormDialog open={open} onClose={form.onDone} title={t(form.webhook ? 'editTitle' : 'addTitle')} size="lg">
      <WebhookForm {...form} />
    </FormDialog>
  )
}

function WebhookForm({ webhook, onDone, onSecret }: FormProps) {
  const t = useText('webhook')
  const after = { done: t('saved'), refresh: [webhookContract.list] }
  const create = useWrite(webhookContract.create, after)
  const update = useWrite(webhookContract.update, after)
  const { url = '', name = '', eventTypes = [...webhookEventTypes], isOn = true } = webhook ?? {}
  const form = useForm(WebhookInput, { url, name, eventTypes, isOn })
  const { control, formState } = form
  const submit = async (body: WebhookInput) => {
    if (webhook) {
      await update.mutateAsync({ params: { id: webhook.id }, body })
      onDone()
    } else onSecret((await create.mutateAsync({ body })).secret)
  }
  return (
    <Form form={form} onSubmit={submit}>
      <TextField
        control={control}
        name="url"
        label={t('address')}
        hint={t('addressHint')}
        inputMode="url"
        autoComplete="off"
        required
      />
      <TextField control={control} name="name" label={t('name')} hint={t('nameHint')} maxLength={100} />
      <EventTypes control={control} />
      {webhook && <CheckboxField control={control} name="isOn" label={t('isOn')} />}
      <DialogActions loading={formState.isSubmitting}>{t('save')}</DialogActions>
    </Form>
  )
}

type FormControl = Control<z.input<typeof WebhookInput>, unknown, WebhookInput>

function EventTypes({ control }: { control: FormControl }) {
  const t = useText('webhook')
  const words = useEventWords()
  const { field, fieldState } = useController({ control, name: 'eventTypes' })
  return (
    <GroupFrame label={t('events')} required error={fieldState.error ? t('eventsMissing') : undefined}>
      <Stack gap="2">
        {webhookEventTypes.map((type) => (
          <LabelledCheckbox
            key={type}
            checked={field.value.includes(type)}
            alignItems="start"
            onChange={(checked) =>
              field.onChange(webhookEventTypes.filter((one) => (one === type ? checked : field.value.includes(one))))
            }
          >
            {words(type)}
          </LabelledCheckbox>
        ))}
      </Stack>
    </GroupFrame>
  )
}
