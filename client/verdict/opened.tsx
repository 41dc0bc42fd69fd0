import { Stack, Text } from '@chakra-ui/react'
import { useState } from 'react'
import { formatDate } from '#client/core/format/date.ts'
import { useWrite } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { useDeniedReason } from '#client/core/session/use-denied-reason.ts'
import { ConfirmDialog } from '#client/ui/dialog/confirm-dialog.tsx'
import { ButtonWithReason } from '#client/ui/feedback/button-with-reason.tsx'
import { openingContract } from '#shared/scratch/contract.ts'
import { type CodeCard, codeCardContract } from '#shared/verdict/code-card.ts'

/** The day of the opening, and of the claim, whose owner the support can remove. */
export function Opened({ card: { address, opening } }: { card: CodeCard }) {
  const tCard = useText('codeCard')
  const disabledReason = useDeniedReason('confirmedMerchant')
  const reset = useWrite(openingContract.resetOwner, { refresh: [codeCardContract.read] })
  const [isAsking, setAsking] = useState(false)
  if (!opening) return null
  return (
    <Stack gap="2" align="start">
      <Text>{tCard('openedAt', { date: formatDate(opening.at) })}</Text>
      {opening.claimedAt && (
        <>
          <Text>{tCard('claimedAt', { date: formatDate(opening.claimedAt) })}</Text>
          <ButtonWithReason variant="outline" size="sm" disabledReason={disabledReason} onClick={() => setAsking(true)}>
            {tCard('resetOwner')}
          </ButtonWithReason>
        </>
      )}
      <ConfirmDialog
        open={isAsking}
        title={tCard('resetOwnerTitle')}
        confirm={tCard('resetOwner')}
        danger
        busy={reset.isPending}
        onCancel={() => setAsking(false)}
        onConfirm={() => reset.mutate({ body: { code: address } }, { onSettled: () => setAsking(false) })}
      >
        <Text>{tCard('resetOwnerBody')}</Text>
      </ConfirmDialog>
    </Stack>
  )
}
