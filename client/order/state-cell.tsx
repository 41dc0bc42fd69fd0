import { Box } from '@chakra-ui/react'
import { useText } from '#client/core/i18n/i18n.ts'
import { ProgressBar } from '#client/ui/feedback/progress-bar.tsx'
import { StatusChip } from '#client/ui/feedback/status-chip.tsx'
import type { Order } from '#shared/order/contract.ts'
import type { OrderProgress } from './live-progress.ts'

/** State of an order in its row, with the progress while its codes are generated. */
export function StateCell({ order, live }: { order: Order; live: OrderProgress | undefined }) {
  const t = useText('order')
  if (order.state === 'done') return <StatusChip tone="good">{t('done')}</StatusChip>
  if (order.state === 'failed') return <StatusChip tone="bad">{t('failed')}</StatusChip>
  const done = Math.max(order.generated, live?.done ?? 0)
  if (done === 0) return <StatusChip tone="wait">{t('queued')}</StatusChip>
  return (
    <Box minWidth="48">
      <ProgressBar
        label={t('progressOfOrder', { order: order.order_id })}
        done={done}
        total={order.quantity}
        {...(live && { perSecond: live.perSecond, secondsLeft: live.secondsLeft })}
      />
    </Box>
  )
}
