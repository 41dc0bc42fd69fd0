import { Alert, Button, Flex, Stack } from '@chakra-ui/react'
import { type ReactNode, useState } from 'react'
import { useTask } from '#client/core/async/use-task.ts'
import { showErrorOnFailure } from '#client/core/http/errors.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { MaybeSentError } from '#client/core/offline/outbox/discard.ts'
import { type OfflineRecord, requireEngine } from '#client/core/offline/read/queries.ts'
import { ConfirmDialog } from '#client/ui/dialog/confirm-dialog.tsx'
import { ButtonWithReason } from '#client/ui/feedback/button-with-reason.tsx'
import type { ProblemKind } from '#shared/core/api/problem.ts'
import { useRejectionText } from './sync-state-chip.tsx'

type Props = {
  /** Renders null unless this record was rejected. */
  record: Pick<OfflineRecord<unknown>, 'opId' | 'rejection'>
  /** The problems whose text is shown in the reader's language. */
  problems: Record<string, ProblemKind>
  disabledReason: string | undefined
  /** Called after a discard, which leaves the record in the server's state. */
  onDiscarded: () => void
  /** Called when the change waits to be sent again as it is. */
  onRetried?: () => void
  /** No part of it can be accepted, so it can only be discarded. */
  isHopeless?: boolean
  children?: ReactNode
}

/**
 * Shows why the server rejected a change, with the two actions that need no input. They are secondary buttons: the main
 * action is the correction below.
 */
export function RejectedChangeAlert({
  record: { opId, rejection },
  problems,
  disabledReason,
  onDiscarded,
  onRetried,
  isHopeless = false,
  children,
}: Props) {
  const t = useText('ui')
  const reasonOf = useRejectionText(problems)
  // The operation that the user is asked about: another tab can end it, and a correction gets a new one.
  const [asking, setAsking] = useState<string>()
  const discard = useTask(async (opId: string) => {
    setAsking(undefined)
    try {
      await requireEngine().discard(opId)
      onDiscarded()
    } catch (error) {
      // The operation was sent again, so the next response decides.
      if (!(error instanceof MaybeSentError)) throw error
    }
  })
  if (!opId || !rejection) return null
  return (
    <Alert.Root status="error">
      <Alert.Indicator />
      <Stack gap="3" flex="1">
        <Alert.Title>{reasonOf(rejection)}</Alert.Title>
        {children && <Alert.Description>{children}</Alert.Description>}
        <Flex gap="2" wrap="wrap">
          {!isHopeless && (
            <ButtonWithReason
              size="sm"
              variant="outline"
              disabledReason={disabledReason}
              onClick={() => showErrorOnFailure(requireEngine().retry(opId).then(onRetried))}
            >
              {t('tryAgainNow')}
            </ButtonWithReason>
          )}
          <Button
            size="sm"
            variant={isHopeless ? 'solid' : 'outline'}
            disabled={disabledReason !== undefined}
            onClick={() => setAsking(opId)}
          >
            {t('discard')}
          </Button>
        </Flex>
      </Stack>
      <ConfirmDialog
        open={asking === opId}
        title={t('discardTitle')}
        confirm={t('discard')}
        cancel={t('cancel')}
        danger
        onCancel={() => setAsking(undefined)}
        onConfirm={() => discard.mutate(opId)}
      >
        {t('discardBody')}
      </ConfirmDialog>
    </Alert.Root>
  )
}
