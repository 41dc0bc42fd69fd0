import { Button, Flex } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { LuCircleCheckBig, LuDownload, LuLink, LuList, LuNfc, LuPrinter } from 'react-icons/lu'
import { Link } from 'react-router'
import { formatNumber } from '#client/core/format/number.ts'
import { useWrite } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { useDeniedReason } from '#client/core/session/use-denied-reason.ts'
import { useViewer } from '#client/core/session/use-viewer.ts'
import { FailedJobNotice } from '#client/ui/feedback/failed-job-notice.tsx'
import { hasAccess } from '#shared/core/api/access.ts'
import { downloadRoute, type Order, orderContract } from '#shared/order/contract.ts'
import { WaitingOrderActions } from './serials/waiting-order.tsx'

export type OrderAction = 'list' | 'download' | 'print' | 'tags' | 'activate'
type Props = { order: Order; onChoose: (action: OrderAction, order: Order) => void }

/** The actions on the codes of an order. After a failure: the reason, a retry and the existing codes. */
export function OrderActions({ order, onChoose }: Props) {
  const t = useText('order')
  const label = useText('label')
  const nfc = useText('nfc')
  const deniedReason = useDeniedReason('merchantOrDealer')
  const canDownload = hasAccess(downloadRoute.access, useViewer()?.role)
  const { order_id, state, quantity, activated, generated } = order
  const showCodes = (
    <Button
      variant="outline"
      size="sm"
      disabled={generated === 0}
      aria-label={t('showCodesOf', { order: order_id })}
      onClick={() => onChoose('list', order)}
    >
      <LuList aria-hidden />
      {t('showCodes')}
    </Button>
  )
  if (state === 'collecting') return <WaitingOrderActions order={order} />
  if (state === 'failed') return <FailedOrder order={order}>{generated > 0 && showCodes}</FailedOrder>
  return (
    <Flex gap="1.5" wrap="wrap" justify={{ md: 'end' }}>
      {showCodes}
      <Button
        variant="outline"
        size="sm"
        disabled={state !== 'done' || !canDownload}
        aria-label={t('downloadOf', { order: order_id })}
        onClick={() => onChoose('download', order)}
      >
        <LuDownload aria-hidden />
        {t('download')}
      </Button>
      <Button
        variant="outline"
        size="sm"
        disabled={state !== 'done' || !canDownload}
        aria-label={label('printOf', { order: order_id })}
        onClick={() => onChoose('print', order)}
      >
        <LuPrinter aria-hidden />
        {label('print')}
      </Button>
      <Button
        variant="outline"
        size="sm"
        disabled={state !== 'done' || !canDownload}
        aria-label={nfc('tagsOf', { order: order_id })}
        onClick={() => onChoose('tags', order)}
      >
        <LuNfc aria-hidden />
        {nfc('tags')}
      </Button>
      {order.skuId === null && state === 'done' && activated < quantity && deniedReason === undefined && (
        <Button asChild variant="outline" size="sm">
          <Link to="/activatecode?bind=codes" aria-label={t('bindOf', { order: order_id })}>
            <LuLink aria-hidden />
            {t('bind')}
          </Link>
        </Button>
      )}
      <Button
        variant="outline"
        size="sm"
        disabled={state !== 'done' || activated === quantity || deniedReason !== undefined}
        title={deniedReason}
        aria-label={t('activateOf', { order: order_id })}
        onClick={() => onChoose('activate', order)}
      >
        <LuCircleCheckBig aria-hidden />
        {t('activate')}
      </Button>
    </Flex>
  )
}

function FailedOrder({ order, children }: { order: Order; children: ReactNode }) {
  const t = useText('order')
  const deniedReason = useDeniedReason(orderContract.retry.access)
  const { isPending, mutate } = useWrite(orderContract.retry, { done: t('retried'), refresh: [orderContract.list] })
  const { id, order_id, failure, generated, quantity } = order
  const done = t('generatedOf', { done: formatNumber(generated), total: formatNumber(quantity) })
  const label = t('retryOf', { order: order_id })
  return (
    <FailedJobNotice
      align="end"
      reason={`${t(`failure_${failure ?? 'internal'}`)} ${done}`}
      retry={deniedReason === undefined ? { label, isPending, onClick: () => mutate({ params: { id } }) } : undefined}
    >
      {children}
    </FailedJobNotice>
  )
}
