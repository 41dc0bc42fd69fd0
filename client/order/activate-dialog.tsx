import { Alert, Button, ButtonGroup, RadioCard, SimpleGrid, Stack, Text } from '@chakra-ui/react'
import { useState } from 'react'
import { formatNumber } from '#client/core/format/number.ts'
import { useRead, useWrite } from '#client/core/http/query-client.ts'
import { useIdempotencyKey } from '#client/core/http/use-idempotency-key.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { Dialog } from '#client/ui/dialog/dialog.tsx'
import { ProgressBar } from '#client/ui/feedback/progress-bar.tsx'
import { DialogActions } from '#client/ui/form/dialog-actions.tsx'
import { Form, useForm } from '#client/ui/form/form.tsx'
import { NumberField } from '#client/ui/form/number/number-field.tsx'
import { activationContract } from '#shared/activation/contract.ts'
import { type ActivationRun, ActivationRunInput, activationRunContract } from '#shared/activation/run-contract.ts'
import { limits } from '#shared/core/limits/limits.ts'
import { type Order, orderContract } from '#shared/order/contract.ts'

type Props = { order: Order | undefined; onClose: () => void }
const isRunning = (run: ActivationRun | null | undefined) => run?.state === 'queued' || run?.state === 'running'

/** Activates all codes of an order or a range of its serial numbers, whatever their number. */
export function ActivateOrderDialog({ order, onClose }: Props) {
  const t = useText('order')
  return (
    <Dialog
      open={order !== undefined}
      onClose={onClose}
      title={t('activateTitle', { order: order?.order_id ?? '' })}
      size="md"
    >
      {order && <ActivateOrder key={order.id} order={order} onClose={onClose} />}
    </Dialog>
  )
}

function ActivateOrder({ order, onClose }: { order: Order; onClose: () => void }) {
  const t = useText('order')
  const latest = useRead(
    activationRunContract.latest,
    { query: { orderId: order.id } },
    { every: (last) => (isRunning(last?.run) ? limits.pollMs / 5 : false) },
  )
  const [isStarted, setStarted] = useState(false)
  const run = latest.data?.run
  if (run && (isRunning(run) || isStarted)) {
    return (
      <Stack gap="5">
        {isRunning(run) ? (
          <>
            <Text>{t('activateRunning')}</Text>
            <ProgressBar label={t('activateTitle', { order: order.order_id })} done={run.done} total={run.total} />
          </>
        ) : (
          <Alert.Root status={run.state === 'done' ? 'success' : 'error'} role="status">
            <Alert.Indicator />
            <Alert.Content>
              <Alert.Title>
                {run.state === 'done'
                  ? t('activateDone', { count: run.activated, shown: formatNumber(run.activated) })
                  : t('activateFailed')}
              </Alert.Title>
              {run.state === 'failed' && <Alert.Description>{t('activateFailedHint')}</Alert.Description>}
            </Alert.Content>
          </Alert.Root>
        )}
        <ButtonGroup justifyContent="flex-end">
          <Button variant="outline" onClick={onClose}>
            {t('activateClose')}
          </Button>
          {run.state === 'failed' && <Button onClick={() => setStarted(false)}>{t('activateAgain')}</Button>}
        </ButtonGroup>
      </Stack>
    )
  }
  return <ActivateForm order={order} onStarted={() => setStarted(true)} />
}

function ActivateForm({ order, onStarted }: { order: Order; onStarted: () => void }) {
  const t = useText('order')
  const [part, setPart] = useState<'all' | 'range'>('all')
  const key = useIdempotencyKey()
  const start = useWrite(activationRunContract.start, {
    refresh: [activationRunContract.latest, orderContract.list, activationContract.batches],
  })
  const form = useForm(ActivationRunInput, { orderId: order.id, first: 1, last: order.quantity })
  const left = order.quantity - order.activated
  return (
    <Form
      form={form}
      onSubmit={async ({ first, last, ...whole }) => {
        const body = part === 'all' ? whole : { ...whole, ...(first && { first }), ...(last && { last }) }
        await start.mutateAsync({ body, idempotencyKey: key.keyFor(body) })
        key.reset()
        onStarted()
      }}
    >
      <RadioCard.Root value={part} onValueChange={({ value }) => setPart(value === 'range' ? 'range' : 'all')}>
        <SimpleGrid columns={{ base: 1, sm: 2 }} gap="3">
          <Choice
            value="all"
            title={t('activateAll')}
            hint={t('activateAllHint', { count: left, shown: formatNumber(left) })}
          />
          <Choice value="range" title={t('activateRange')} hint={t('activateRangeHint')} />
        </SimpleGrid>
      </RadioCard.Root>
      {part === 'range' && (
        <SimpleGrid columns={2} gap="3">
          <NumberField control={form.control} name="first" label={t('activateFirst')} />
          <NumberField control={form.control} name="last" label={t('activateLast')} />
        </SimpleGrid>
      )}
      <Text color="fg.muted">{t('activateFinal')}</Text>
      <DialogActions loading={form.formState.isSubmitting}>{t('activateNow')}</DialogActions>
    </Form>
  )
}

function Choice({ value, title, hint }: { value: string; title: string; hint: string }) {
  return (
    <RadioCard.Item value={value}>
      <RadioCard.ItemHiddenInput />
      <RadioCard.ItemControl>
        <RadioCard.ItemContent>
          <RadioCard.ItemText>{title}</RadioCard.ItemText>
          <RadioCard.ItemDescription>{hint}</RadioCard.ItemDescription>
        </RadioCard.ItemContent>
        <RadioCard.ItemIndicator />
      </RadioCard.ItemControl>
    </RadioCard.Item>
  )
}
