import { Text } from '@chakra-ui/react'
import { z } from 'zod'
import { useWrite } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { DialogActions } from '#client/ui/form/dialog-actions.tsx'
import { SelectField } from '#client/ui/form/field.tsx'
import { Form, useForm } from '#client/ui/form/form.tsx'
import { FormDialog } from '#client/ui/form/form-dialog.tsx'
import { type ApiKey, keyContract } from '#shared/key/contract.ts'

const graces = ['grace24', 'grace168', 'grace0'] as const
const hoursOf = { grace0: 0, grace24: 24, grace168: 168 }
const RotateForm = z.object({ grace: z.enum(graces) })

type Props = { apiKey: ApiKey | undefined; onMade: (key: string) => void; onClose: () => void }

export function RotateKeyDialog({ apiKey, onMade, onClose }: Props) {
  const t = useText('key')
  return (
    <FormDialog open={apiKey !== undefined} onClose={onClose} title={t('rotateTitle', { name: apiKey?.name ?? '' })}>
      {apiKey && <RotateKeyForm id={apiKey.id} onMade={onMade} />}
    </FormDialog>
  )
}

function RotateKeyForm({ id, onMade }: { id: string } & Pick<Props, 'onMade'>) {
  const t = useText('key')
  const rotate = useWrite(keyContract.rotate, { refresh: [keyContract.list] })
  const form = useForm(RotateForm, { grace: 'grace24' })
  const submit = async ({ grace }: z.output<typeof RotateForm>) => {
    const made = await rotate.mutateAsync({ params: { id }, body: { graceHours: hoursOf[grace] } })
    onMade(made.key)
  }
  return (
    <Form form={form} onSubmit={submit}>
      <Text>{t('rotateHint')}</Text>
      <SelectField
        control={form.control}
        name="grace"
        label={t('grace')}
        options={graces.map((value) => ({ value, label: t(value) }))}
        required
      />
      <DialogActions loading={form.formState.isSubmitting}>{t('rotate')}</DialogActions>
    </Form>
  )
}
