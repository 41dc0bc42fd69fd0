import { Button, ButtonGroup, Stack } from '@chakra-ui/react'
import { badRowsOf, withoutRows } from '#client/codes/bad-rows.ts'
import { ErrorTable } from '#client/codes/rows-table.tsx'
import { useTask } from '#client/core/async/use-task.ts'
import { formatNumber } from '#client/core/format/number.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { requireEngine } from '#client/core/offline/read/queries.ts'
import { useDeniedReason } from '#client/core/session/use-denied-reason.ts'
import { Dialog } from '#client/ui/dialog/dialog.tsx'
import { RejectedChangeAlert } from '#client/ui/record/rejected-change-alert.tsx'
import { resubmitBinding, type SavedBinding } from './enqueue-binding.ts'
import { bindingRejectionProblems } from './rejection-problems.ts'

type Props = { saved: SavedBinding; onClose: () => void }

/** Corrects a rejected request: without its bad rows, or so that it also changes codes that have another product. */
export function FixBindingDialog({ saved, onClose }: Props) {
  const t = useText('binding')
  const codes = useText('codes')
  const deniedReason = useDeniedReason('merchantOrDealer')
  const errors = badRowsOf(saved.rejection)?.errors ?? []
  const { addressList = [], replace } = saved.data
  const left = errors.length > 0 ? withoutRows(addressList, errors) : []
  const canReplace = !replace && errors.some(({ problem }) => problem === 'bound')
  const send = useTask(
    (change: Parameters<typeof resubmitBinding>[2]) => resubmitBinding(requireEngine(), saved, change),
    onClose,
  )
  const isBusy = deniedReason !== undefined || send.isPending || send.isSuccess
  return (
    <Dialog open onClose={onClose} title={t('fixTitle', { product: saved.data.sku.name })} size="lg">
      <Stack gap="5">
        <RejectedChangeAlert
          record={saved}
          problems={bindingRejectionProblems}
          disabledReason={deniedReason}
          onDiscarded={onClose}
          onRetried={onClose}
          isHopeless={errors.length > 0 && left.length === 0 && !canReplace}
        />
        <ButtonGroup flexWrap="wrap">
          {canReplace && (
            <Button disabled={isBusy} onClick={() => send.mutate({ replace: true })}>
              {t('replaceNow')}
            </Button>
          )}
          {left.length > 0 && (
            <Button
              variant={canReplace ? 'outline' : 'solid'}
              disabled={isBusy}
              onClick={() => send.mutate({ addressList: left })}
            >
              {codes('takeOutAndSend', { count: errors.length, shown: formatNumber(errors.length) })}
            </Button>
          )}
        </ButtonGroup>
        {errors.length > 0 && <ErrorTable errors={errors} />}
      </Stack>
    </Dialog>
  )
}
