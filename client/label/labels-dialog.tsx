import { SimpleGrid } from '@chakra-ui/react'
import { useMemo } from 'react'
import { LuDownload } from 'react-icons/lu'
import { useTask } from '#client/core/async/use-task.ts'
import { download } from '#client/core/files/download.ts'
import { useRead } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { Dialog } from '#client/ui/dialog/dialog.tsx'
import { ChoiceCards } from '#client/ui/form/choice-cards.tsx'
import { DialogActions } from '#client/ui/form/dialog-actions.tsx'
import { Form, useForm } from '#client/ui/form/form.tsx'
import { MoreOptions } from '#client/ui/form/more-options.tsx'
import { labelContract, labelFormats } from '#shared/label/contract.ts'
import { countCodesFrom } from '#shared/label/rules.ts'
import { codeFilters, type Order } from '#shared/order/contract.ts'
import { defaultLabelOptions, labelFile, labelOptionsSchema, labelPlanOf, type PrintedParts } from './label-options.ts'
import { LabelTextFields, PrinterFields, PrintFields, RangeFields, SheetField } from './option-fields.tsx'
import { PlanPreview } from './plan-preview.tsx'

/** Prints the codes of an order as labels: on sheets, as images, or for a label printer. */
export function LabelsDialog({ order, onClose }: { order: Order | undefined; onClose: () => void }) {
  const t = useText('label')
  return (
    <Dialog
      open={order !== undefined}
      onClose={onClose}
      title={t('title', { order: order?.order_id ?? '' })}
      size="cover"
    >
      {order && <LabelsForm key={order.id} order={order} onDone={onClose} />}
    </Dialog>
  )
}

/** Those of a short address, used until the first code is loaded. */
const defaultParts: PrintedParts = { modules: 33, site: 'brand.example/verify' }
const expertFields = ['from', 'amount', 'size', 'shiftX', 'shiftY'] as const
const actions = { pdf: 'getPdf', svg: 'getZip', png: 'getZip', zpl: 'getZpl' } as const

function LabelsForm({ order, onDone }: { order: Order; onDone: () => void }) {
  const t = useText('label')
  const words = useText('order')
  const first = useRead(labelContract.sample, { params: { id: order.id }, query: {} })
  const printed = first.data ?? defaultParts
  const Choice = useMemo(() => labelOptionsSchema(order, printed, t), [order, printed, t])
  const form = useForm(Choice, defaultLabelOptions)
  const { control, formState } = form
  const choice = form.watch()
  const { format, type, from } = choice
  const available = countCodesFrom(order, type, from || 1)
  const plan = labelPlanOf(choice, printed, order.sku?.name ?? '')
  const isPicture = format === 'svg' || format === 'png'
  const recheck = { shouldValidate: formState.isSubmitted }
  const get = useTask((chosen: typeof choice) => {
    const { url, name } = labelFile(order, chosen)
    return download(url, name)
  }, onDone)
  return (
    <SimpleGrid columns={{ base: 1, lg: 2 }} gap="8" gridTemplateColumns={{ lg: 'minmax(0, 1fr) minmax(0, 28rem)' }}>
      <Form form={form} onSubmit={(chosen) => get.mutateAsync(chosen)}>
        <ChoiceCards
          label={t('format')}
          value={format}
          options={labelFormats.map((value) => ({ value, label: t(value) }))}
          onChoose={(value) => form.setValue('format', value, recheck)}
        />
        <ChoiceCards
          label={words('which')}
          value={type}
          options={codeFilters.map((value) => ({ value, label: words(value) }))}
          onChoose={(value) => form.setValue('type', value, recheck)}
        />
        {format === 'pdf' && <SheetField control={control} />}
        {format === 'zpl' && <PrinterFields control={control} />}
        {!isPicture && <LabelTextFields control={control} hasScratch={order.scratch} />}
        <MoreOptions mustOpen={expertFields.some((name) => formState.errors[name] !== undefined)}>
          <RangeFields control={control} isPicture={isPicture} available={available} largest={plan.largest} />
          {format === 'pdf' && <PrintFields control={control} choice={choice} />}
        </MoreOptions>
        <DialogActions loading={formState.isSubmitting}>
          <LuDownload aria-hidden />
          {t(actions[format])}
        </DialogActions>
      </Form>
      <PlanPreview
        order={order}
        choice={choice}
        plan={plan}
        labels={Math.min(choice.amount || available, available)}
        onStart={(start) => form.setValue('start', start, recheck)}
      />
    </SimpleGrid>
  )
}
