import type { z } from 'zod'
import { useWrite } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { DialogActions } from '#client/ui/form/dialog-actions.tsx'
import { Form, useForm } from '#client/ui/form/form.tsx'
import { FormDialog } from '#client/ui/form/form-dialog.tsx'
import { type Member, RoleChange, teamContract, teamRoles } from '#shared/team/contract.ts'
import { RoleField } from './role-field.tsx'

type Props = { member: Member | undefined; onClose: () => void }

export function RoleDialog({ member, onClose }: Props) {
  const t = useText('team')
  return (
    <FormDialog open={member !== undefined} onClose={onClose} title={t('changeRoleOf', { name: member?.name ?? '' })}>
      {member && <RoleForm member={member} onDone={onClose} />}
    </FormDialog>
  )
}

function RoleForm({ member: { id, role }, onDone }: { member: Member; onDone: () => void }) {
  const t = useText('team')
  const change = useWrite(teamContract.changeRole, { refresh: [teamContract.members], done: t('roleChanged') })
  const form = useForm(RoleChange, { role: teamRoles.find((one) => one === role) ?? 'field' })
  const submit = async (body: z.output<typeof RoleChange>) => {
    await change.mutateAsync({ params: { id }, body })
    onDone()
  }
  return (
    <Form form={form} onSubmit={submit}>
      <RoleField control={form.control} name="role" role={form.watch('role')} />
      <DialogActions loading={form.formState.isSubmitting}>{t('save')}</DialogActions>
    </Form>
  )
}
