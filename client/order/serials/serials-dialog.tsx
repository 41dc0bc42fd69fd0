import { Button, ButtonGroup, Stack, Text } from '@chakra-ui/react'
import { useEffect, useRef, useState } from 'react'
import { formatNumber } from '#client/core/format/number.ts'
import { errorText } from '#client/core/http/errors.ts'
import { refresh } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { Dialog } from '#client/ui/dialog/dialog.tsx'
import { InlineAlert } from '#client/ui/feedback/inline-alert.tsx'
import { ProgressBar } from '#client/ui/feedback/progress-bar.tsx'
import { type Order, orderContract } from '#shared/order/contract.ts'
import { sendSerials } from './send-serials.ts'
import { SerialSource } from './serial-source.tsx'
import { useSerialFile } from './use-serial-file.ts'

/** `serials`: those of a new order; without them the person chooses the file again. */
type Props = { order: Order | undefined; serials?: readonly string[] | undefined; onClose: () => void }

/** Sends the serial numbers of an order, and goes on where an earlier upload ended. */
export function SerialsDialog({ order, serials, onClose }: Props) {
  const t = useText('serials')
  return (
    <Dialog open={order !== undefined} onClose={onClose} title={t('title', { order: order?.order_id ?? '' })} size="md">
      {order && <Serials key={order.id} order={order} serials={serials} onClose={onClose} />}
    </Dialog>
  )
}

type Sending = { step: 'choosing' | 'sending' | 'sent' } | { step: 'failed'; reason: string }

function Serials({ order, serials: given, onClose }: Props & { order: Order }) {
  const t = useText('serials')
  const ui = useText('ui')
  const file = useSerialFile(undefined)
  const chosen = given ?? (file.state.step === 'ready' ? file.state.list.serials : undefined)
  const [sending, setSending] = useState<Sending>({ step: 'choosing' })
  const [collected, setCollected] = useState(order.collected)
  const isStarted = useRef(false)
  const send = async (serials: readonly string[]) => {
    setSending({ step: 'sending' })
    try {
      await sendSerials(order, serials, setCollected)
      setSending({ step: 'sent' })
    } catch (error) {
      setSending({ step: 'failed', reason: errorText(error) })
    }
    await refresh(orderContract.list)
  }
  useEffect(() => {
    if (!given || isStarted.current) return
    isStarted.current = true
    void send(given)
  })
  const isOther = chosen !== undefined && chosen.length !== order.quantity
  const counts = { done: formatNumber(collected), total: formatNumber(order.quantity) }
  return (
    <Stack gap="4">
      {sending.step === 'choosing' && !given && (
        <>
          <Text>{t('collected', counts)}</Text>
          <SerialSource file={file} />
        </>
      )}
      {isOther && (
        <InlineAlert status="error">
          {t('otherCount', { count: formatNumber(chosen.length), total: counts.total })}
        </InlineAlert>
      )}
      {sending.step === 'failed' && (
        <InlineAlert status="error" description={sending.reason}>
          {t('failed')}
        </InlineAlert>
      )}
      {sending.step === 'sent' && <InlineAlert status="success">{t('sent')}</InlineAlert>}
      {sending.step === 'sending' && <Text role="status">{t('sending')}</Text>}
      {sending.step !== 'choosing' && (
        <ProgressBar label={t('progress', { order: order.order_id })} done={collected} total={order.quantity} />
      )}
      <ButtonGroup justifyContent="flex-end">
        <Button variant="outline" onClick={onClose}>
          {ui('close')}
        </Button>
        {(sending.step === 'failed' || (sending.step === 'choosing' && !given)) && (
          <Button disabled={!chosen || isOther} onClick={() => chosen && void send(chosen)} data-testid="send-serials">
            {t(sending.step === 'failed' ? 'again' : 'send')}
          </Button>
        )}
      </ButtonGroup>
    </Stack>
  )
}
