import { Button } from '@chakra-ui/react'
import { useState } from 'react'
import { useTask } from '#client/core/async/use-task.ts'
import { withTimeout } from '#client/core/async/with-timeout.ts'
import { formatNumber } from '#client/core/format/number.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { requireEngine } from '#client/core/offline/read/queries.ts'
import { ConfirmDialog } from '#client/ui/dialog/confirm-dialog.tsx'
import type { ActivationOptions } from '#shared/activation/contract.ts'
import { enqueueActivation } from './enqueue-activation.ts'
import { ActivationStatusDialog } from './status-dialog.tsx'

/** How long the confirmation waits for the server before it reports that the list is queued (ms). */
const sendTimeoutMs = 3000

type Props = {
  addressList: readonly string[]
  /** Rows of the file that are left out because they have errors. */
  badRows?: number
  choice: ActivationOptions
  disabled: boolean
  /** Called when the confirmation opens, and when it is cancelled. After a confirmation, `onDone` is called instead. */
  onAsking?: (isAsking: boolean) => void
  /** Called when the list is stored on the device and the user has closed the result. */
  onDone: () => void
}

/** Asks for confirmation, stores the list on the device, sends it if possible, and shows the result. */
export function ActivateButton({ addressList, badRows = 0, choice, disabled, onAsking, onDone }: Props) {
  const t = useText('activation')
  const [isConfirmOpen, setConfirmOpen] = useState(false)
  const [captured, setCaptured] = useState<string>()
  const ask = (isAsking: boolean) => {
    setConfirmOpen(isAsking)
    onAsking?.(isAsking)
  }
  const amount = { count: addressList.length, shown: formatNumber(addressList.length) }
  const label = badRows > 0 ? t('activateGood', amount) : t('activate', amount)
  const start = useTask(async () => {
    try {
      const engine = requireEngine()
      const { recordId } = await enqueueActivation(engine, addressList, choice)
      // The list is stored already, and the result dialog shows the outcome of the sync.
      await withTimeout(sendTimeoutMs, engine.sendNow())
      setCaptured(recordId)
    } finally {
      setConfirmOpen(false)
    }
  })
  return (
    <>
      <Button
        alignSelf={{ base: 'stretch', md: 'start' }}
        disabled={disabled}
        onClick={() => ask(true)}
        data-testid="activate"
      >
        {label}
      </Button>
      <ConfirmDialog
        open={isConfirmOpen}
        title={t('confirmTitle', amount)}
        confirm={label}
        busy={start.isPending}
        onCancel={() => ask(false)}
        onConfirm={() => start.mutate()}
      >
        {badRows > 0 && t('leftOut', { count: badRows, shown: formatNumber(badRows) })} {t('confirmBody')}
      </ConfirmDialog>
      {captured && <ActivationStatusDialog recordId={captured} onClose={onDone} />}
    </>
  )
}
