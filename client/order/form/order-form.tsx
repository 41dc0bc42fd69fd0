import { Button } from '@chakra-ui/react'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { formatNumber } from '#client/core/format/number.ts'
import { ApiError } from '#client/core/http/api.ts'
import { showError } from '#client/core/http/errors.ts'
import { useRead, useWrite } from '#client/core/http/query-client.ts'
import { useIdempotencyKey } from '#client/core/http/use-idempotency-key.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { useViewer } from '#client/core/session/use-viewer.ts'
import { OrderDialogs, type Stage } from '#client/order/order-dialogs.tsx'
import { SerialSource } from '#client/order/serials/serial-source.tsx'
import { useSerialFile } from '#client/order/serials/use-serial-file.ts'
import { CheckboxField, SelectField, TextField } from '#client/ui/form/field.tsx'
import { Form, useForm } from '#client/ui/form/form.tsx'
import { NumberField } from '#client/ui/form/number/number-field.tsx'
import { RowSearchField } from '#client/ui/form/search/row-search-field.tsx'
import { useOnlyChoice } from '#client/ui/form/search/use-only-choice.ts'
import { useSearchedRows } from '#client/ui/form/search/use-searched-rows.ts'
import { Panel } from '#client/ui/layout/panel.tsx'
import { billingContract, billingProblems } from '#shared/billing/contract.ts'
import { OrderInput, orderContract } from '#shared/order/contract.ts'
import { creditFor } from '#shared/order/rules.ts'
import { skuContract } from '#shared/sku/contract.ts'
import { BlankChoice } from './blank-choice.tsx'
import { BlockingReasonAlert, useBlockingReason } from './blocking-reason.tsx'
import { LinkField } from './link-field.tsx'

const initial = { note: '', scratch: false, ownSerials: false, link: 'assay' } as const

/** The URL may name anything. */
const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Orders codes of a product: confirms the cost first, and shows what prevents the order. */
export function OrderForm() {
  const t = useText('order')
  const own = useText('serials')
  const viewer = useViewer()
  const [params] = useSearchParams()
  const named = params.get('sku') ?? ''
  const balance = useRead(billingContract.balance, {}, { enabled: viewer?.emailConfirmed === true, quiet: true })
  const form = useForm(OrderInput, { skuId: named, ...initial })
  const { control, formState } = form
  const wanted = form.watch('skuId')
  const isBlank = wanted === null
  const chosen = wanted ?? ''
  const products = useSearchedRows(skuContract.list, {
    read: skuContract.read,
    chosen: [isUuid.test(chosen) ? chosen : ''],
  })
  useOnlyChoice(form, 'skuId', isBlank ? undefined : products.only)
  const product = products.rows.find(({ id }) => id === chosen)
  const blockingReason = useBlockingReason(product, isBlank ? undefined : products.total)
  const [stage, setStage] = useState<Stage>()
  const isOwn = form.watch('ownSerials')
  const file = useSerialFile(chosen)
  const serials = isOwn && file.state.step === 'ready' ? file.state.list.serials : undefined
  const count = serials?.length
  // The quantity of goods with serials is that of the file.
  useEffect(() => {
    if (isOwn) form.setValue('quantity', count as number, { shouldValidate: count !== undefined })
  }, [form, isOwn, count])
  const submission = useIdempotencyKey()
  const create = useWrite(orderContract.create, {
    refresh: [orderContract.list, orderContract.total, billingContract.balance],
    quiet: true,
  })

  // Both belong to a product.
  const choose = (blank: boolean) => {
    form.setValue('skuId', blank ? null : '', { shouldDirty: true })
    form.setValue('ownSerials', false)
    form.clearErrors('skuId')
  }

  const ask = async (input: OrderInput) => {
    const { data } = await balance.refetch()
    // Another product may have been chosen after the link.
    const link = product?.gtin == null ? 'assay' : input.link
    if (data) setStage({ step: creditFor(input.quantity, data), input: { ...input, link } })
  }
  const place = async (input: OrderInput) => {
    try {
      const order = await create.mutateAsync({ body: input, idempotencyKey: submission.keyFor(input) })
      submission.reset()
      // The dialog can be closed before the answer, and the next order be typed.
      if (JSON.stringify(OrderInput.safeParse(form.getValues()).data) === JSON.stringify(input)) {
        form.reset({ skuId: input.skuId, ...initial })
        file.clear()
      }
      setStage({ step: 'placed', order, serials: input.ownSerials ? serials : undefined })
    } catch (error) {
      const step = error instanceof ApiError ? rejectedSteps[error.code] : undefined
      if (step) setStage({ step, input })
      else showError(error)
      void balance.refetch()
    }
  }

  return (
    <Panel title={t('formTitle')}>
      {blockingReason && <BlockingReasonAlert reason={blockingReason} />}
      <Form form={form} onSubmit={ask}>
        <BlankChoice isBlank={isBlank} onChange={choose} />
        {!isBlank && (
          <>
            <RowSearchField search={products.search} setSearch={products.setSearch} label={t('sku')} />
            <SelectField
              control={control}
              name="skuId"
              label={t('sku')}
              required
              options={products.rows.map(({ id, name, sku }) => ({ value: id, label: t('skuOption', { name, sku }) }))}
            />
            <CheckboxField control={control} name="ownSerials" label={own('own')} hint={own('ownHint')} />
          </>
        )}
        {isOwn && <SerialSource file={file} error={form.formState.errors.quantity && own('fileMissing')} />}
        <NumberField
          control={control}
          name="quantity"
          readOnly={isOwn}
          label={t('quantity')}
          inputMode="numeric"
          required
          hint={balance.data && t('quantityHint', { codes: formatNumber(balance.data.remainingCodes) })}
        />
        <TextField control={control} name="note" label={t('note')} hint={t('noteHint')} maxLength={500} />
        {!isBlank && <LinkField control={control} product={product} />}
        <CheckboxField control={control} name="scratch" label={t('scratch')} hint={t('scratchHint')} />
        <Button
          type="submit"
          alignSelf="start"
          disabled={blockingReason !== undefined}
          loading={formState.isSubmitting}
          data-testid="generate"
        >
          {t('generate')}
        </Button>
      </Form>
      <OrderDialogs
        stage={stage}
        product={product}
        balance={balance.data}
        busy={create.isPending}
        onConfirm={(input) => void place(input)}
        onClose={() => setStage(undefined)}
      />
    </Panel>
  )
}

/** An error that only the server can find, because another user may spend the same credit. */
const rejectedSteps: Partial<Record<string, 'insufficient' | 'expired'>> = {
  [billingProblems.insufficient.code]: 'insufficient',
  [billingProblems.expired.code]: 'expired',
  [billingProblems.trialExpired.code]: 'expired',
}
