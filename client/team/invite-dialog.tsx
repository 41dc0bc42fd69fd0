import type { z } from 'zod'
import { useWrite } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { useLanguage } from '#client/core/session/preferences.ts'
import { DialogActions } from '#client/ui/form/dialog-actions.tsx'
import { TextField } from '#client/ui/form/field.tsx'
import { Form, useForm } from '#client/ui/form/form.tsx'
import { FormDialog } from '#client/ui/form/form-dialog.tsx'
import { InvitationInput, teamContract } from '#shared/team/contract.ts'
import { RoleField } from './role-field.tsx'

export function InviteDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useText('team')
  return (
    <FormDialog open={open} onClose={onClose} title={t('invite')}>
      <InviteForm onDone={onClose} />
    </FormDialog>
  )
}

function InviteForm({ onDone }: { onDone: () => void }) {
  const t = useText('team')
  const language = useLanguage()
  const invite = useWrite(teamContract.invite, { refresh: [teamContract.invitations], done: t('invitationSent') })
  const form = useForm(InvitationInput, { email: '', role: 'field', language })
  const submit = async (body: z.output<typeof InvitationInput>) => {
    await invite.mutateAsync({ body })
    onDone()
  }
  return (
    <Form form={form} onSubmit={submit}>
      <TextField control={form.control} name="email" label={t('email')} type="email" autoComplete="off" required />
      <RoleField control={form.control} name="role" role={form.watch('role')} />
      <DialogActions loading={form.formState.isSubmitting}>{t('sendInvitation')}</DialogActions>
    </Form>
  )
}
