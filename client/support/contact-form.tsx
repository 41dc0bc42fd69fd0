import { Button } from '@chakra-ui/react'
import { useRead, useWrite } from '#client/core/http/query-client.ts'
import { useIdempotencyKey } from '#client/core/http/use-idempotency-key.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { useDeniedReason } from '#client/core/session/use-denied-reason.ts'
import { useViewer } from '#client/core/session/use-viewer.ts'
import { useDialogs } from '#client/ui/dialog/use-dialogs.ts'
import { ButtonWithReason } from '#client/ui/feedback/button-with-reason.tsx'
import { DialogActions } from '#client/ui/form/dialog-actions.tsx'
import { TextareaField } from '#client/ui/form/field.tsx'
import { Form, useForm } from '#client/ui/form/form.tsx'
import { FormDialog } from '#client/ui/form/form-dialog.tsx'
import { attentionContract } from '#shared/insights/attention.ts'
import { SupportInput, supportContract } from '#shared/support/contract.ts'

type WantedPlan = { id: string; title: string }
type FormProps = { plan?: WantedPlan; onDone?: () => void }

/** Sends a message to support; with a plan, asks for that plan. */
export function ContactForm({ plan, onDone }: FormProps) {
  const t = useText('support')
  const deniedReason = useDeniedReason('merchant')
  const { data: contact } = useRead(supportContract.contact, {}, { quiet: true })
  const email = useViewer()?.email ?? ''
  const write = useWrite(supportContract.send, {
    refresh: [supportContract.list, attentionContract.firstSteps],
    done: t('sent'),
  })
  const start = plan ? { message: t('planMessage', { plan: plan.title }), planId: plan.id } : { message: '' }
  const form = useForm(SupportInput, start)
  const submission = useIdempotencyKey()
  const submit = async (body: SupportInput) => {
    await write.mutateAsync({ body, idempotencyKey: submission.keyFor(body) })
    submission.reset()
    form.reset({ message: '' })
    onDone?.()
  }
  return (
    <Form form={form} onSubmit={submit}>
      <TextareaField
        control={form.control}
        name="message"
        label={t('message')}
        hint={contact?.mailed === false ? t('formHintNoMail') : t('formHint', { email })}
        required
      />
      {deniedReason === undefined ? (
        <DialogActions loading={form.formState.isSubmitting}>{t('send')}</DialogActions>
      ) : (
        <ButtonWithReason disabledReason={deniedReason}>{t('send')}</ButtonWithReason>
      )}
    </Form>
  )
}

/** A button that opens the form for one plan. */
export function AskForPlan({ plan, label, name }: { plan: WantedPlan; label: string; name: string }) {
  const t = useText('support')
  const { open, setOpen, close } = useDialogs<{ kind: 'ask' }>()
  return (
    <>
      <Button variant="outline" alignSelf="start" aria-label={name} onClick={() => setOpen({ kind: 'ask' })}>
        {label}
      </Button>
      <FormDialog open={open !== undefined} onClose={close} title={t('planFormTitle', { plan: plan.title })}>
        <ContactForm plan={plan} onDone={close} />
      </FormDialog>
    </>
  )
}
