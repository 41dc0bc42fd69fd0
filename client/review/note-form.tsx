import { Button, Flex, Kbd } from '@chakra-ui/react'
import { useEffect } from 'react'
import { z } from 'zod'
import { useText } from '#client/core/i18n/i18n.ts'
import { TextareaField } from '#client/ui/form/field.tsx'
import { Form, useForm } from '#client/ui/form/form.tsx'
import { Panel } from '#client/ui/layout/panel.tsx'
import { ReviewNote } from '#shared/review/status.ts'

const Reason = z.object({ note: ReviewNote.min(1, 'Please fill in this field') })

type Props = {
  title: string
  confirm: string
  /** The text that names where the merchant reads the reason; by default in the console and by mail. */
  hint?: string
  onSend: (note: string) => Promise<unknown>
  onCancel: () => void
}

/** The reason for a rejection. The input has the focus when it opens. */
export function NoteForm({ title, confirm, hint, onSend, onCancel }: Props) {
  const t = useText('review')
  const ui = useText('ui')
  const form = useForm(Reason, { note: '' })
  const { setFocus, formState } = form
  useEffect(() => setFocus('note'), [setFocus])
  const send = ({ note }: z.output<typeof Reason>) => onSend(note)
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key === 'Escape') onCancel()
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
      event.currentTarget.querySelector('form')!.requestSubmit()
    else return
    event.preventDefault()
  }
  return (
    <Panel title={title} width="full" onKeyDown={onKeyDown}>
      <Form form={form} onSubmit={send}>
        <TextareaField control={form.control} name="note" label={t('reason')} hint={hint ?? t('reasonHint')} required />
        <Flex gap="2" wrap="wrap">
          <Button type="submit" colorPalette="red" loading={formState.isSubmitting}>
            {confirm}
            <Kbd size="sm" variant="subtle" aria-hidden hideBelow="md">
              Ctrl + Enter
            </Kbd>
          </Button>
          <Button variant="outline" onClick={onCancel}>
            {ui('cancel')}
            <Kbd size="sm" variant="subtle" aria-hidden hideBelow="md">
              Esc
            </Kbd>
          </Button>
        </Flex>
      </Form>
    </Panel>
  )
}
