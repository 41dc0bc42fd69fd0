import { Alert, Button, Text } from '@chakra-ui/react'
import { useState } from 'react'
import { z } from 'zod'
import { useText } from '#client/core/i18n/i18n.ts'
import { DialogFooter } from '#client/ui/dialog/dialog-footer.tsx'
import { TextField } from '#client/ui/form/field.tsx'
import { Form, useForm, useFormId } from '#client/ui/form/form.tsx'
import { FormDialog } from '#client/ui/form/form-dialog.tsx'
import { useConsume } from './use-consume.ts'

const ConsumeFormValues = z.object({ code: z.string().trim().min(1, 'Please fill in the code').max(200) })

/** Marks single items as used up. The last mark can be undone immediately, others by entering their code. */
export function ConsumeDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useText('verdict')
  return (
    <FormDialog open={open} onClose={onClose} title={t('consumeTitle')} size="md">
      {open && <ConsumeForm />}
    </FormDialog>
  )
}

type Marked = { code: string; consumed: boolean }

function ConsumeForm() {
  const t = useText('verdict')
  const form = useForm(ConsumeFormValues, { code: '' })
  const { isPending, mutateAsync } = useConsume()
  const [last, setLast] = useState<Marked>()
  const mark = async (body: Marked) => {
    await mutateAsync({ body })
    setLast(body)
    form.reset({ code: '' })
  }
  return (
    <Form form={form} onSubmit={({ code }) => mark({ code, consumed: true })}>
      <Text color="fg.muted">{t('consumeHint')}</Text>
      <TextField control={form.control} name="code" label={t('consumeCode')} hint={t('consumeCodeHint')} required />
      {last && (
        <Alert.Root status="success" role="status">
          <Alert.Indicator />
          <Alert.Title flex="1" overflowWrap="anywhere">
            {t(last.consumed ? 'markedUsed' : 'markedUnused', { code: last.code })}
          </Alert.Title>
          <Button
            size="sm"
            variant="outline"
            disabled={isPending}
            onClick={() => void mark({ ...last, consumed: !last.consumed })}
          >
            {t('undo')}
          </Button>
        </Alert.Root>
      )}
      <Buttons busy={isPending} onUnmark={form.handleSubmit(({ code }) => mark({ code, consumed: false }))} />
    </Form>
  )
}

/** Without Cancel: a mark is made at once, and Undo takes it back. */
function Buttons({ busy, onUnmark }: { busy: boolean; onUnmark: () => void }) {
  const t = useText('verdict')
  const form = useFormId()
  return (
    <DialogFooter>
      <Button variant="outline" disabled={busy} onClick={onUnmark}>
        {t('markUnused')}
      </Button>
      <Button type="submit" loading={busy} {...(form && { form })}>
        {t('markUsed')}
      </Button>
    </DialogFooter>
  )
}
