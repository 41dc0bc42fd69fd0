import { Button, Flex, Text } from '@chakra-ui/react'
import { useState } from 'react'
import { formatNumber } from '#client/core/format/number.ts'
import { useWrite } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { ConfirmDialog } from '#client/ui/dialog/confirm-dialog.tsx'
import { ButtonWithReason } from '#client/ui/feedback/button-with-reason.tsx'
import { DialogActions } from '#client/ui/form/dialog-actions.tsx'
import { SelectField, TextareaField } from '#client/ui/form/field.tsx'
import { Form, useForm } from '#client/ui/form/form.tsx'
import { FormDialog } from '#client/ui/form/form-dialog.tsx'
import { attentionContract } from '#shared/insights/attention.ts'
import {
  isMarkable,
  type PatternCase,
  PatternClose,
  patternCloseReasons,
  patternContract,
} from '#shared/pattern/contract.ts'

type Props = { row: PatternCase; deniedReason: string | undefined }
const refresh = [patternContract.list, patternContract.read, attentionContract.read]

/** The decisions about a case. */
export function PatternActions({ row, deniedReason }: Props) {
  const t = useText('pattern')
  const [asked, setAsked] = useState<'mark' | 'close'>()
  const mark = useWrite(patternContract.mark, { done: t('didMark'), refresh })
  const unmark = useWrite(patternContract.unmark, { done: t('didUnmark'), refresh })
  const reopen = useWrite(patternContract.reopen, { done: t('didReopen'), refresh })
  const input = { params: { id: row.id } }
  const number = formatNumber(row.codes)
  const close = () => setAsked(undefined)
  return (
    <Flex gap="2" wrap="wrap">
      {row.markedAt ? (
        <ButtonWithReason
          variant="outline"
          disabledReason={deniedReason}
          loading={unmark.isPending}
          onClick={() => unmark.mutate(input)}
        >
          {t('unmark')}
        </ButtonWithReason>
      ) : (
        isMarkable(row.kind) && (
          <ButtonWithReason colorPalette="red" disabledReason={deniedReason} onClick={() => setAsked('mark')}>
            {t('markIt')}
          </ButtonWithReason>
        )
      )}
      {row.state === 'open' ? (
        <Button variant="outline" disabled={deniedReason !== undefined} onClick={() => setAsked('close')}>
          {t('close')}
        </Button>
      ) : (
        !row.markedAt && (
          <Button
            variant="outline"
            disabled={deniedReason !== undefined}
            loading={reopen.isPending}
            onClick={() => reopen.mutate(input)}
          >
            {t('reopen')}
          </Button>
        )
      )}
      <ConfirmDialog
        open={asked === 'mark'}
        title={t('markTitle', { number })}
        confirm={t('markNow')}
        danger
        busy={mark.isPending}
        onCancel={close}
        onConfirm={() => mark.mutate(input, { onSuccess: close })}
      >
        <Text>{t('markBody', { number })}</Text>
      </ConfirmDialog>
      <FormDialog open={asked === 'close'} onClose={close} title={t('closeTitle')} size="sm">
        {asked === 'close' && <CloseForm row={row} onClose={close} />}
      </FormDialog>
    </Flex>
  )
}

function CloseForm({ row, onClose }: { row: PatternCase; onClose: () => void }) {
  const t = useText('pattern')
  const form = useForm(PatternClose, { note: row.note })
  const change = useWrite(patternContract.close, { done: t('didClose'), refresh })
  return (
    <Form
      form={form}
      onSubmit={async (body) => {
        await change.mutateAsync({ params: { id: row.id }, body })
        onClose()
      }}
    >
      <SelectField
        control={form.control}
        name="reason"
        label={t('reason')}
        required
        options={patternCloseReasons.map((value) => ({ value, label: t(value) }))}
      />
      <Text color="fg.muted">{t('closeHint')}</Text>
      <TextareaField control={form.control} name="note" label={t('note')} />
      <DialogActions loading={form.formState.isSubmitting}>{t('closeIt')}</DialogActions>
    </Form>
  )
}
