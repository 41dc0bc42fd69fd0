import { Text } from '@chakra-ui/react'
import { useTask } from '#client/core/async/use-task.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { notify } from '#client/core/notify.ts'
import { requireEngine } from '#client/core/offline/read/queries.ts'
import { DialogActions } from '#client/ui/form/dialog-actions.tsx'
import { TextField } from '#client/ui/form/field.tsx'
import { Form, useForm } from '#client/ui/form/form.tsx'
import { FormDialog } from '#client/ui/form/form-dialog.tsx'
import { Unpacking } from '#shared/pack/contract.ts'
import { packName } from './columns.tsx'
import { type SavedPack, unpack } from './enqueue-pack.ts'

/** Asks why a package is taken apart. */
export function UnpackDialog({ pack, onClose }: { pack: SavedPack; onClose: () => void }) {
  const t = useText('pack')
  return (
    <FormDialog open onClose={onClose} title={t('unpackTitle', { name: packName(pack.data) })}>
      <UnpackForm pack={pack} onDone={onClose} />
    </FormDialog>
  )
}

function UnpackForm({ pack, onDone }: { pack: SavedPack; onDone: () => void }) {
  const t = useText('pack')
  const form = useForm(Unpacking, { reason: '' })
  const save = useTask(async ({ reason }: Unpacking) => {
    await unpack(requireEngine(), pack, reason)
    notify({ tone: 'success', title: t('unpackDone') })
    onDone()
  })
  return (
    <Form form={form} onSubmit={save.mutateAsync}>
      <Text>{t('unpackBody')}</Text>
      <TextField control={form.control} name="reason" label={t('unpackReason')} maxLength={200} required />
      <DialogActions loading={save.isPending}>{t('unpack')}</DialogActions>
    </Form>
  )
}
