import { Button, Stack, Text } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { useTask } from '#client/core/async/use-task.ts'
import { formatNumber } from '#client/core/format/number.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { Dialog } from '#client/ui/feedback/dialog.tsx'
import { type BadRows, withoutRows } from './bad-rows.ts'
import { ErrorTable } from './rows-table.tsx'

type Props = {
  /** The codes as they were sent. */
  codes: readonly string[]
  bad: BadRows
  /** The reason why nothing may be sent, if there is one. */
  disabledReason: string | undefined
  /** Sends the remaining rows in place of the rejected list. */
  onSendAgain: (codes: string[]) => Promise<unknown>
  onClose: () => void
  /** Content above the rows. */
  children: ReactNode
}

/** Shows the bad rows of a rejected list, with a button that sends the other rows. */
export function BadRowsDialog({ codes, bad, disabledReason, onSendAgain, onClose, children }: Props) {
  const t = useText('codes')
  const left = withoutRows(codes, bad.errors)
  const named = { count: bad.errors.length, shown: formatNumber(bad.errors.length) }
  const send = useTask(() => onSendAgain(left), onClose)
  return (
    <Dialog open onClose={onClose} title={t('fixTitle')} size="lg">
      <Stack gap="5">
        {children}
        {left.length === 0 ? (
          <Text>{t('noneLeft')}</Text>
        ) : (
          <Button
            alignSelf="start"
            disabled={disabledReason !== undefined}
            onClick={() => send.mutate()}
            loading={send.isPending || send.isSuccess}
            data-testid="send-others"
          >
            {t('takeOutAndSend', named)}
          </Button>
        )}
        <ErrorTable errors={bad.errors} />
      </Stack>
    </Dialog>
  )
}
