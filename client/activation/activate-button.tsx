import { Button, Stack, Text } from '@chakra-ui/react'
import { useState } from 'react'
import { Refused } from '#client/core/api.ts'
import { useWrite } from '#client/core/data.ts'
import { formatNumber } from '#client/core/format.ts'
import { useText } from '#client/core/i18n.ts'
import { useSubmission } from '#client/core/submission.ts'
import { ConfirmDialog, Dialog } from '#client/ui/dialog.tsx'
import { activationContract, activationProblems, type Batch } from '#shared/activation/contract.ts'
import { orderContract } from '#shared/order/contract.ts'

type Props = {
  addressList: string[]
  disabled: boolean
  /** The batch is on its way and was read about. */
  onDone: () => void
  /** The list is not as good as it was when it was checked. */
  onRefused: () => void
}

/** Asks once more, activates the list, and says that it is under way. */
export function ActivateButton({ addressList, disabled, onDone, onRefused }: Props) {
  const t = useText('activation')
  const ui = useText('ui')
  const [asking, setAsking] = useState(false)
  const [started, setStarted] = useState<Batch>()
  const submission = useSubmission()
  const activate = useWrite(activationContract.activate, {
    refresh: [activationContract.batches, orderContract.list],
  })
  const amount = { count: addressList.length, shown: formatNumber(addressList.length) }
  const start = () =>
    activate.mutate(
      { body: { addressList }, idempotencyKey: submission.keyOf(addressList) },
      {
        onSuccess(batch) {
          submission.answered()
          setAsking(false)
          setStarted(batch)
        },
        onError(error) {
          // Whatever else went wrong may be tried again from the open dialog, as the same submission.
          if (!(error instanceof Refused) || error.code !== activationProblems.badRows.code) return
          setAsking(false)
          onRefused()
        },
      },
    )
  return (
    <>
      <Button alignSelf="start" disabled={disabled} onClick={() => setAsking(true)} data-testid="activate">
        {t('activate', amount)}
      </Button>
      <ConfirmDialog
        open={asking}
        title={t('confirmTitle', amount)}
        busy={activate.isPending}
        onCancel={() => setAsking(false)}
        onConfirm={start}
      >
        {t('confirmBody')}
      </ConfirmDialog>
      <Dialog
        open={started !== undefined}
        onClose={onDone}
        title={t('startedTitle')}
        size="sm"
        footer={<Button onClick={onDone}>{ui('close')}</Button>}
      >
        <Stack gap="2">
          <Text>{t('startedBody', { batch: started?.identifier ?? '' })}</Text>
          <Text color="fg.muted">{t('startedHint')}</Text>
        </Stack>
      </Dialog>
    </>
  )
}
