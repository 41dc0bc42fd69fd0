import { useState } from 'react'
import type { z } from 'zod'
import { useWrite } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { InlineAlert } from '#client/ui/feedback/inline-alert.tsx'
import { DialogActions } from '#client/ui/form/dialog-actions.tsx'
import { PasswordField, TextField } from '#client/ui/form/field.tsx'
import { Form, useForm } from '#client/ui/form/form.tsx'
import { FormDialog } from '#client/ui/form/form-dialog.tsx'
import { type Passkey, PasskeyConfirmation, PasskeyName, passkeyContract } from '#shared/auth/passkey/contract.ts'
import { loadAuthenticator } from './can-use-passkeys.ts'

const refresh = [passkeyContract.list]
const NewPasskey = PasskeyName.extend(PasskeyConfirmation.shape)

/** Asks for a name and the password, then the browser makes the passkey. */
export function AddPasskeyDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useText('passkey')
  return (
    <FormDialog open={open} onClose={onClose} title={t('add')}>
      <AddForm onDone={onClose} />
    </FormDialog>
  )
}

function AddForm({ onDone }: { onDone: () => void }) {
  const t = useText('passkey')
  const auth = useText('auth')
  const begin = useWrite(passkeyContract.newOptions)
  const add = useWrite(passkeyContract.add, { refresh, done: t('added') })
  const form = useForm(NewPasskey, { name: '', password: '' })
  const [note, setNote] = useState<string>()
  const submit = async ({ name, password }: z.output<typeof NewPasskey>) => {
    setNote(undefined)
    const options = await begin.mutateAsync({ body: { password } })
    const { makePasskey } = await loadAuthenticator()
    try {
      const credential = await makePasskey(options)
      if (!credential) return setNote(t('cancelled'))
      await add.mutateAsync({ body: { name, credential } })
      onDone()
    } catch (error) {
      const { name: reason } = error as Error
      if (reason === 'InvalidStateError') setNote(t('existsHere'))
      else if (reason === 'SecurityError' || reason === 'NotSupportedError') setNote(t('unsupported'))
      else throw error
    }
  }
  return (
    <Form form={form} onSubmit={submit}>
      <TextField
        control={form.control}
        name="name"
        label={t('name')}
        hint={t('nameHint')}
        autoComplete="off"
        maxLength={60}
        required
      />
      <PasswordField
        control={form.control}
        name="password"
        label={auth('oldPassword')}
        autoComplete="current-password"
        required
      />
      {note !== undefined && <InlineAlert status="warning">{note}</InlineAlert>}
      <DialogActions loading={form.formState.isSubmitting}>{t('continue')}</DialogActions>
    </Form>
  )
}

export function RenamePasskeyDialog({ passkey, onClose }: { passkey: Passkey | undefined; onClose: () => void }) {
  const t = useText('passkey')
  return (
    <FormDialog open={passkey !== undefined} onClose={onClose} title={t('renameTitle')}>
      {passkey && <RenameForm passkey={passkey} onDone={onClose} />}
    </FormDialog>
  )
}

function RenameForm({ passkey: { id, name }, onDone }: { passkey: Passkey; onDone: () => void }) {
  const t = useText('passkey')
  const rename = useWrite(passkeyContract.rename, { refresh, done: t('renamed') })
  const form = useForm(PasskeyName, { name })
  const submit = async (body: z.output<typeof PasskeyName>) => {
    await rename.mutateAsync({ params: { id }, body })
    onDone()
  }
  return (
    <Form form={form} onSubmit={submit}>
      <TextField control={form.control} name="name" label={t('name')} autoComplete="off" maxLength={60} required />
      <DialogActions loading={form.formState.isSubmitting}>{t('save')}</DialogActions>
    </Form>
  )
}
