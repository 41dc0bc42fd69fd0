import { Stack, Switch, Text } from '@chakra-ui/react'
import { formatNumber } from '#client/core/format/number.ts'
import { useRead, useWrite } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { ConfirmDialog } from '#client/ui/dialog/confirm-dialog.tsx'
import { useDialogs } from '#client/ui/dialog/use-dialogs.ts'
import { LoadState } from '#client/ui/feedback/load-state.tsx'
import { useControlledCheckbox } from '#client/ui/form/use-controlled-checkbox.ts'
import { DescriptionList } from '#client/ui/layout/description-list.tsx'
import { type Balance, billingContract } from '#shared/billing/contract.ts'
import { type Business, businessContract } from '#shared/business/contract.ts'

/** The credit of a merchant and the switch of the billing account. */
export function BillingAccount({ business }: { business: Business }) {
  const balance = useRead(billingContract.balanceOf, { params: { id: business.merchant } })
  if (!balance.data) return <LoadState read={balance} height="32" />
  return (
    <Stack gap="5">
      <Credit balance={balance.data} />
      <ActiveSwitch business={business} isActive={balance.data.isActive} />
    </Stack>
  )
}

function Credit({ balance }: { balance: Balance }) {
  const t = useText('billingAdmin')
  const { usedCodes, remainingCodes, remainingDays, trial, validity } = balance
  const days = formatNumber(remainingDays)
  return (
    <DescriptionList
      facts={[
        [t('creditUsed'), formatNumber(usedCodes)],
        [t('creditLeft'), formatNumber(remainingCodes)],
        [t('daysLeft'), trial ? `${days} (${t('trialOf', { count: validity })})` : days],
      ]}
    />
  )
}

/** The switch shows the server's state: it changes after confirmation and a successful call. */
function ActiveSwitch({ business, isActive }: { business: Business; isActive: boolean }) {
  const t = useText('billingAdmin')
  const { open, setOpen, close } = useDialogs<{ kind: 'confirm' }>()
  const input = useControlledCheckbox(isActive)
  const setActive = useWrite(billingContract.setActive, {
    refresh: [billingContract.balanceOf, businessContract.all],
    done: isActive ? t('deactivated') : t('activated'),
  })
  const { name, merchant } = business
  const confirm = () =>
    setActive.mutate({ params: { id: merchant }, body: { isActive: !isActive } }, { onSettled: close })
  return (
    <Stack gap="1">
      <Switch.Root checked={isActive} onCheckedChange={() => setOpen({ kind: 'confirm' })} alignSelf="start">
        <Switch.HiddenInput ref={input} aria-describedby="billing-active-hint" />
        <Switch.Control />
        <Switch.Label>{t('billingActive')}</Switch.Label>
      </Switch.Root>
      <Text id="billing-active-hint" color="fg.muted" textStyle="sm">
        {t('billingActiveHint')}
      </Text>
      <ConfirmDialog
        open={open !== undefined}
        title={isActive ? t('deactivateTitle', { name }) : t('activateTitle', { name })}
        confirm={isActive ? t('deactivate') : t('activate')}
        danger={isActive}
        busy={setActive.isPending}
        onCancel={close}
        onConfirm={confirm}
      >
        {isActive ? t('deactivateHint') : undefined}
      </ConfirmDialog>
    </Stack>
  )
}
