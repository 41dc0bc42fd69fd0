import { Button, ButtonGroup, Stack, Text } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatNumber } from '#client/core/format/number.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { ConfirmDialog } from '#client/ui/dialog/confirm-dialog.tsx'
import { Dialog } from '#client/ui/dialog/dialog.tsx'
import { DescriptionList } from '#client/ui/layout/description-list.tsx'
import type { Balance } from '#shared/billing/contract.ts'
import type { Order, OrderInput } from '#shared/order/contract.ts'
import type { Sku } from '#shared/sku/contract.ts'
import { PlacedDialog } from './placed-dialog.tsx'
import { SerialsDialog } from './serials/serials-dialog.tsx'

export type Stage =
  | { step: 'enough' | 'insufficient' | 'expired'; input: OrderInput }
  | { step: 'placed'; order: Order; serials?: readonly string[] | undefined }
  | undefined

type Props = {
  stage: Stage
  product: Sku | undefined
  balance: Balance | undefined
  busy: boolean
  onConfirm: (input: OrderInput) => void
  onClose: () => void
}

/** The dialogs between the form and the order. */
export function OrderDialogs({ stage, product, balance, busy, onConfirm, onClose }: Props) {
  const t = useText('order')
  const ui = useText('ui')
  const input = stage && 'input' in stage ? stage.input : undefined
  const placed = stage?.step === 'placed' ? stage : undefined
  const left = balance?.remainingCodes ?? 0
  const quantity = input?.quantity ?? 0
  const close = (
    <Button variant="outline" onClick={onClose}>
      {ui('close')}
    </Button>
  )
  return (
    <>
      <ConfirmDialog
        open={stage?.step === 'enough'}
        title={t('confirmTitle', { count: quantity, codes: formatNumber(quantity) })}
        confirm={ui('yes')}
        cancel={ui('no')}
        busy={busy}
        onCancel={onClose}
        onConfirm={() => input && onConfirm(input)}
      >
        <DescriptionList
          facts={[
            [t('confirmSku'), input?.skuId === null ? t('blank') : product?.name],
            [t('confirmBalance'), formatNumber(left)],
            [t('confirmDeduction'), formatNumber(-quantity)],
            [t('confirmResult'), formatNumber(left - quantity)],
          ]}
        />
      </ConfirmDialog>
      <CreditDialog
        open={stage?.step === 'insufficient'}
        title={t('insufficientTitle')}
        close={close}
        onClose={onClose}
      >
        {left <= 0 && <Text>{t('overLimit')}</Text>}
        <Text>{t('insufficientBody')}</Text>
        <Text color="fg.muted">
          {t('insufficientFacts', { remaining: formatNumber(left), quantity: formatNumber(quantity) })}
        </Text>
      </CreditDialog>
      <CreditDialog
        open={stage?.step === 'expired'}
        title={balance?.trial ? t('trialExpired') : t('creditExpired')}
        close={close}
        onClose={onClose}
      >
        <Text>{t('insufficientBody')}</Text>
      </CreditDialog>
      <PlacedDialog order={placed && !placed.order.ownSerials ? placed.order : undefined} onClose={onClose} />
      <SerialsDialog
        order={placed?.order.ownSerials ? placed.order : undefined}
        serials={placed?.serials}
        onClose={onClose}
      />
    </>
  )
}

type CreditProps = { open: boolean; title: string; close: ReactNode; onClose: () => void; children: ReactNode }

/** The balance is too small; links to the plans. */
function CreditDialog({ open, title, close, onClose, children }: CreditProps) {
  const t = useText('order')
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      size="sm"
      footer={
        <ButtonGroup>
          {close}
          <Button asChild>
            <Link to="/settings/credit">{t('letsTalk')}</Link>
          </Button>
        </ButtonGroup>
      }
    >
      <Stack gap="2">{children}</Stack>
    </Dialog>
  )
}
