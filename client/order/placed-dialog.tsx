import { Button, ButtonGroup, Stack, Text } from '@chakra-ui/react'
import { Link } from 'react-router'
import { useRead } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { Dialog } from '#client/ui/dialog/dialog.tsx'
import { ProgressBar } from '#client/ui/feedback/progress-bar.tsx'
import { limits } from '#shared/core/limits/limits.ts'
import { type Order, orderContract } from '#shared/order/contract.ts'
import { isBeingGenerated } from '#shared/order/rules.ts'
import { useLiveProgress } from './live-progress.ts'

type Props = { order: Order | undefined; onClose: () => void }

/** Follows a placed order until its codes are ready, and then leads to them. */
export function PlacedDialog({ order, onClose }: Props) {
  const t = useText('order')
  const read = useRead(
    orderContract.read,
    { params: { id: order?.id ?? '' } },
    {
      enabled: order !== undefined,
      every: (last) => (last && !isBeingGenerated(last) ? false : limits.pollMs),
      quiet: true,
    },
  )
  const live = useLiveProgress(orderContract.read)
  const current = read.data ?? order
  const isDone = current?.state === 'done'
  return (
    <Dialog
      open={order !== undefined}
      onClose={onClose}
      title={t(isDone ? 'readyTitle' : current?.state === 'failed' ? 'failedTitle' : 'successTitle')}
      size="sm"
      footer={<Footer isDone={isDone} onClose={onClose} />}
    >
      {current && (
        <Stack gap="3">
          <Text aria-live="polite">
            {t(isDone ? 'readyBody' : current.state === 'failed' ? 'failedBody' : 'successBody', {
              order: current.order_id,
            })}
          </Text>
          {isBeingGenerated(current) && (
            <ProgressBar
              label={t('progressOfOrder', { order: current.order_id })}
              done={Math.max(current.generated, live.get(current.id)?.done ?? 0)}
              total={current.quantity}
            />
          )}
        </Stack>
      )}
    </Dialog>
  )
}

/** The dialogs of the links are those of the newest order that is done. */
function Footer({ isDone, onClose }: { isDone: boolean; onClose: () => void }) {
  const t = useText('order')
  const ui = useText('ui')
  return (
    <ButtonGroup flexWrap="wrap" justifyContent="flex-end">
      <Button variant="outline" onClick={onClose}>
        {ui('close')}
      </Button>
      {isDone &&
        (['download', 'labels'] as const).map((open) => (
          <Button key={open} asChild variant={open === 'labels' ? 'solid' : 'outline'} onClick={onClose}>
            <Link to={`/generatecode?open=${open}`}>{t(open === 'labels' ? 'printLabels' : 'download')}</Link>
          </Button>
        ))}
    </ButtonGroup>
  )
}
