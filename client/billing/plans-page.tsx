import { Button, Text } from '@chakra-ui/react'
import { useMemo } from 'react'
import { LuPackageSearch, LuPlus } from 'react-icons/lu'
import { formatNumber } from '#client/core/format/number.ts'
import { useRead, useWrite } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { RemoveDialog } from '#client/ui/dialog/remove-dialog.tsx'
import { useDialogs } from '#client/ui/dialog/use-dialogs.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { useOpenLink } from '#client/ui/layout/use-open-link.ts'
import { type Column, DataTable } from '#client/ui/table/data-table.tsx'
import { billingContract, currency, type Plan } from '#shared/billing/contract.ts'
import { PlanDialog } from './plan-dialog.tsx'

type OpenDialog = { kind: 'add' } | { kind: 'edit' | 'remove'; about: Plan }

/** Administration of the offered plans. */
export function Component() {
  const t = useText('billingAdmin')
  const ui = useText('ui')
  const { data, isError, isFetching, refetch } = useRead(billingContract.plans, {})
  const columns = useColumns()
  const { open, setOpen, close, about } = useDialogs<OpenDialog>()
  useOpenLink('new', () => setOpen({ kind: 'add' }))
  const remove = useWrite(billingContract.removePlan, { refresh: [billingContract.plans], done: t('planRemoved') })
  const addButton = (label: string) => (
    <Button onClick={() => setOpen({ kind: 'add' })}>
      <LuPlus aria-hidden />
      {label}
    </Button>
  )
  return (
    <Page title={t('plans')} description={t('plansHint')} actions={addButton(t('addPlan'))}>
      <DataTable
        label={t('plans')}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ title }) => title}
        read={{ data: data && { rows: data, total: data.length }, isError, isFetching, refetch }}
        actions={(plan) => [
          { id: 'edit', label: t('edit'), onSelect: () => setOpen({ kind: 'edit', about: plan }) },
          { id: 'remove', label: t('remove'), danger: true, onSelect: () => setOpen({ kind: 'remove', about: plan }) },
        ]}
        empty={
          <EmptyState icon={LuPackageSearch} title={t('noPlansYet')} hint={t('noPlansYetHint')}>
            {addButton(t('addFirstPlan'))}
          </EmptyState>
        }
      />
      <PlanDialog open={open?.kind === 'add' || open?.kind === 'edit'} plan={about('edit')} onClose={close} />
      <RemoveDialog
        item={about('remove')}
        title={({ title }) => t('deletePlan', { title })}
        hint={t('deletePlanHint')}
        confirm={ui('yes')}
        cancel={ui('no')}
        busy={remove.isPending}
        onRemove={({ id }) => remove.mutate({ params: { id } }, { onSettled: close })}
        onClose={close}
      />
    </Page>
  )
}

function useColumns(): Column<Plan>[] {
  const t = useText('billingAdmin')
  return useMemo(
    () => [
      { id: 'title', header: t('planName'), main: true, cell: ({ title }) => title },
      { id: 'price', header: t('price'), cell: (plan) => <Price plan={plan} /> },
      { id: 'codes', header: t('codes'), cell: ({ codes }) => formatNumber(codes) },
      {
        id: 'validity',
        header: t('validity'),
        cell: ({ validity, validity_unit }) => t(`${validity_unit}sOf`, { count: validity }),
      },
    ],
    [t],
  )
}

/** The price, with the previous price struck through. */
function Price({ plan: { price, promo_price } }: { plan: Plan }) {
  const t = useText('billingAdmin')
  const money = (amount: number) => formatNumber(amount, { style: 'currency', currency })
  if (promo_price === undefined) return price === undefined ? t('agreedPrice') : money(price)
  if (price === undefined) return money(promo_price)
  return (
    <>
      {money(promo_price)} <Text srOnly>{t('insteadOf')}</Text>
      <Text as="s" color="fg.muted">
        {money(price)}
      </Text>
    </>
  )
}
