import { Button, Stack, Text } from '@chakra-ui/react'
import { useTask } from '#client/core/async/use-task.ts'
import { formatNumber } from '#client/core/format/number.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import type { OfflineRecord } from '#client/core/offline/read/queries.ts'
import { useDeniedReason } from '#client/core/session/use-denied-reason.ts'
import { Dialog } from '#client/ui/dialog/dialog.tsx'
import { RejectedChangeAlert } from '#client/ui/record/rejected-change-alert.tsx'
import type { ProblemKind } from '#shared/core/api/problem.ts'
import { badRowsOf, withoutRows } from './bad-rows.ts'
import { ErrorTable } from './rows-table.tsx'

type Props = {
  record: Pick<OfflineRecord<unknown>, 'opId' | 'rejection'>
  /** The codes as they were sent. */
  codes: readonly string[]
  /** The problems whose text is shown in the reader's language. */
  problems: Record<string, ProblemKind>
  /** Sends the remaining codes in place of the rejected list. */
  onSendAgain: (codes: string[]) => Promise<unknown>
  onClose: () => void
}

/**
 * Shows the bad rows of a rejected list, with a button that sends the other rows. Renders nothing for a list that was rejected for
 * another reason: a rejection for its rows names at least one of them.
 */
export function BadRowsDialog({ record, codes, problems, onSendAgain, onClose }: Props) {
  const t = useText('codes')
  const deniedReason = useDeniedReason('merchantOrDealer')
  const errors = badRowsOf(record.rejection)?.errors ?? []
  const left = withoutRows(codes, errors)
  const named = { count: errors.length, shown: formatNumber(errors.length) }
  const send = useTask(() => onSendAgain(left), onClose)
  if (errors.length === 0) return null
  return (
    <Dialog open onClose={onClose} title={t('fixTitle')} size="lg">
      <Stack gap="5">
        <RejectedChangeAlert
          record={record}
          problems={problems}
          disabledReason={deniedReason}
          onDiscarded={onClose}
          onRetried={onClose}
          isHopeless={left.length === 0}
        />
        {left.length === 0 ? (
          <Text>{t('noneLeft')}</Text>
        ) : (
          <Button
            alignSelf="start"
            disabled={deniedReason !== undefined}
            onClick={() => send.mutate()}
            loading={send.isPending || send.isSuccess}
            data-testid="send-others"
          >
            {t('takeOutAndSend', named)}
          </Button>
        )}
        <ErrorTable errors={errors} />
      </Stack>
    </Dialog>
  )
}
