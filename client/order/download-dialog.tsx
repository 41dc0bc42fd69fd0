import { useMemo } from 'react'
import { z } from 'zod'
import { useTask } from '#client/core/async/use-task.ts'
import { download } from '#client/core/files/download.ts'
import { formatNumber } from '#client/core/format/number.ts'
import { urlOf } from '#client/core/http/api.ts'
import { type Translate, useText } from '#client/core/i18n/i18n.ts'
import { Dialog } from '#client/ui/dialog/dialog.tsx'
import { ChoiceCards } from '#client/ui/form/choice-cards.tsx'
import { DialogActions } from '#client/ui/form/dialog-actions.tsx'
import { CheckboxField } from '#client/ui/form/field.tsx'
import { Form, useForm } from '#client/ui/form/form.tsx'
import { MoreOptions } from '#client/ui/form/more-options.tsx'
import { NumberField } from '#client/ui/form/number/number-field.tsx'
import { codeFilters, downloadRoute, type Order } from '#shared/order/contract.ts'
import { amountProblem, countCodes } from '#shared/order/rules.ts'

/** Downloads the codes of an order for the print shop: which ones, how many, with or without serial numbers. */
export function DownloadDialog({ order, onClose }: { order: Order | undefined; onClose: () => void }) {
  const t = useText('order')
  return (
    <Dialog
      open={order !== undefined}
      onClose={onClose}
      title={t('downloadTitle', { order: order?.order_id ?? '' })}
      size="md"
    >
      {order && <DownloadForm key={order.id} order={order} onDone={onClose} />}
    </Dialog>
  )
}

const exceeded = { all: 'allExceeded', inactive: 'inactiveExceeded', active: 'activeExceeded' } as const

/** The validation rules of the amount and their messages depend on the order's numbers. */
function downloadFormSchema(order: Order, t: Translate<'order'>) {
  return z
    .object({ type: z.enum(codeFilters), amount: z.number(t('invalidAmount')).optional(), serial: z.boolean() })
    .superRefine(({ type, amount }, context) => {
      const most = countCodes(order, type)
      const problem = amountProblem(amount, most)
      if (!problem) return
      const message = problem === 'invalid' ? t('invalidAmount') : t(exceeded[type], { most: formatNumber(most) })
      context.addIssue({ code: 'custom', path: ['amount'], message })
    })
}

function DownloadForm({ order, onDone }: { order: Order; onDone: () => void }) {
  const t = useText('order')
  const Choice = useMemo(() => downloadFormSchema(order, t), [order, t])
  const form = useForm(Choice, { type: 'all', serial: false })
  const { control, formState } = form
  const type = form.watch('type')
  const get = useTask(
    ({ amount, serial, ...query }: z.output<typeof Choice>) =>
      download(
        urlOf(downloadRoute, { params: { id: order.id }, query: { ...query, limit: amount, serial } }),
        `${order.order_id}.csv`,
      ),
    onDone,
  )
  return (
    <Form form={form} onSubmit={(values) => get.mutateAsync(values)}>
      <ChoiceCards
        label={t('which')}
        value={type}
        options={codeFilters.map((value) => ({ value, label: t(value) }))}
        onChoose={(value) => form.setValue('type', value, { shouldValidate: form.getValues('amount') !== undefined })}
      />
      <CheckboxField control={control} name="serial" label={t('serial')} />
      <MoreOptions mustOpen={formState.errors.amount !== undefined}>
        <NumberField
          control={control}
          name="amount"
          label={t('amount')}
          inputMode="numeric"
          hint={t('amountHint', { most: formatNumber(countCodes(order, type)) })}
        />
      </MoreOptions>
      <DialogActions loading={formState.isSubmitting}>{t('downloadCsv')}</DialogActions>
    </Form>
  )
}
