import { Button, Flex, Text } from '@chakra-ui/react'
import { useState } from 'react'
import { LuUpload } from 'react-icons/lu'
import { useWrite } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { useDeniedReason } from '#client/core/session/use-denied-reason.ts'
import { ConfirmDialog } from '#client/ui/dialog/confirm-dialog.tsx'
import { billingContract } from '#shared/billing/contract.ts'
import { type Order, orderContract } from '#shared/order/contract.ts'
import { SerialsDialog } from './serials-dialog.tsx'

/** The actions of an order whose serial numbers have not all arrived. */
export function WaitingOrderActions({ order }: { order: Order }) {
  const t = useText('serials')
  const ui = useText('ui')
  const deniedReason = useDeniedReason(orderContract.remove.access)
  const [open, setOpen] = useState<'send' | 'withdraw'>()
  const close = () => setOpen(undefined)
  const remove = useWrite(orderContract.remove, {
    refresh: [orderContract.list, orderContract.total, billingContract.balance],
  })
  const name = { order: order.order_id }
  return (
    <Flex gap="1.5" wrap="wrap" justify={{ md: 'end' }}>
      <Button
        variant="outline"
        size="sm"
        disabled={deniedReason !== undefined}
        title={deniedReason}
        aria-label={t('sendOf', name)}
        onClick={() => setOpen('send')}
      >
        <LuUpload aria-hidden />
        {t('send')}
      </Button>
      <Button
        variant="outline"
        size="sm"
        disabled={deniedReason !== undefined}
        aria-label={t('withdrawOf', name)}
        onClick={() => setOpen('withdraw')}
      >
        {t('withdraw')}
      </Button>
      <SerialsDialog order={open === 'send' ? order : undefined} onClose={close} />
      <ConfirmDialog
        open={open === 'withdraw'}
        title={t('withdrawTitle', name)}
        confirm={t('withdraw')}
        cancel={ui('no')}
        busy={remove.isPending}
        onCancel={close}
        onConfirm={() => remove.mutate({ params: { id: order.id } }, { onSettled: close })}
      >
        <Text>{t('withdrawBody')}</Text>
      </ConfirmDialog>
    </Flex>
  )
}
