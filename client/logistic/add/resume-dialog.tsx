import { Button, Flex, Stack, Text } from '@chakra-ui/react'
import { useState } from 'react'
import { formatDateTime } from '#client/core/format/date.ts'
import { formatNumber } from '#client/core/format/number.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { ConfirmDialog } from '#client/ui/dialog/confirm-dialog.tsx'
import { Dialog } from '#client/ui/dialog/dialog.tsx'
import type { ShipmentDraft } from './shipment-draft.ts'

type Props = { draft: ShipmentDraft; onContinue: () => void; onDiscard: () => void; onLater: () => void }

/** Offers to continue or discard a shipment draft. */
export function ResumeDialog({ draft: { details, begunAt, codes }, onContinue, onDiscard, onLater }: Props) {
  const t = useText('logistic')
  const ui = useText('ui')
  const [isAsked, setAsked] = useState(false)
  const { recipient } = details
  const counted = t('scanned', { count: codes.length, shown: formatNumber(codes.length) })
  return (
    <>
      <Dialog open={!isAsked} onClose={onLater} title={t('resumeTitle')} size="sm">
        <Stack gap="5">
          <Stack gap="1">
            <Text fontWeight="600" overflowWrap="anywhere">
              {recipient ? t('resumeTo', { recipient }) : t('resumeToNobody')}
            </Text>
            <Text>{t('resumeBegun', { counted, at: formatDateTime(begunAt) })}</Text>
          </Stack>
          {/* The initial focus is on the button that loses nothing. */}
          <Flex gap="3" wrap="wrap" direction="row-reverse">
            <Button onClick={onContinue}>{t('resumeGo')}</Button>
            <Button variant="outline" colorPalette="red" onClick={() => setAsked(true)}>
              {t('resumeDiscard')}
            </Button>
          </Flex>
        </Stack>
      </Dialog>
      <ConfirmDialog
        open={isAsked}
        title={t('resumeDiscardTitle')}
        confirm={t('resumeDiscard')}
        cancel={ui('cancel')}
        danger
        onCancel={() => setAsked(false)}
        onConfirm={onDiscard}
      >
        {t('resumeDiscardBody', { counted })}
      </ConfirmDialog>
    </>
  )
}
