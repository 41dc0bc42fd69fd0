import { Box, Button, Stack, Text } from '@chakra-ui/react'
import { formatNumber } from '#client/core/format/number.ts'
import { useWrite } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { useDeniedReason } from '#client/core/session/use-denied-reason.ts'
import { ProgressBar } from '#client/ui/feedback/progress-bar.tsx'
import { StatusChip } from '#client/ui/feedback/status-chip.tsx'
import { type Order, orderContract } from '#shared/order/contract.ts'
import type { OrderProgress } from './live-progress.ts'

/** State of an order in its row: the progress while its codes are generated, the reason and a retry after a failure. */
export function StateCell({ order, live }: { order: Order; live: OrderProgress | undefined }) {
  const t = useText('order')
  if (order.state === 'done') return <StatusChip tone="good">{t('done')}</StatusChip>
  if (order.state === 'failed') return <FailedOrder order={order} />
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

function FailedOrder({ order }: { order: Order }) {
  const t = useText('order')
  const deniedReason = useDeniedReason(orderContract.retry.access)
  const retry = useWrite(orderContract.retry, { done: t('retried'), refresh: [orderContract.list] })
  const { id, order_id, failure, generated, quantity } = order
  return (
    <Stack gap="1" align="start" maxWidth="30ch">
      <StatusChip tone="bad">{t('failed')}</StatusChip>
      <Text textStyle="xs" color="fg.muted">
        {t(`failure_${failure ?? 'internal'}`)}{' '}
        {t('generatedOf', { done: formatNumber(generated), total: formatNumber(quantity) })}
      </Text>
      {deniedReason === undefined && (
        <Button
          size="xs"
          variant="outline"
          loading={retry.isPending}
          aria-label={t('retryOf', { order: order_id })}
          onClick={() => retry.mutate({ params: { id } })}
        >
          {t('retry')}
        </Button>
      )}
    </Stack>
  )
}
