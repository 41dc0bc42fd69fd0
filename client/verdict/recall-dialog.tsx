import { Button } from '@chakra-ui/react'
import { useRead, useWrite } from '#client/core/data.ts'
import { useText } from '#client/core/i18n.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { SelectField, TextareaField } from '#client/ui/field.tsx'
import { Form, useForm } from '#client/ui/form.tsx'
import { activationContract } from '#shared/activation/contract.ts'
import { orderContract } from '#shared/order/contract.ts'
import { skuContract } from '#shared/sku/contract.ts'
import { RecallDraft, type RecallScope, recallScopes, verdictContract } from '#shared/verdict/contract.ts'

type Named = { scope: RecallScope; target: string; name: string }
type Props = { open: boolean; named: Named | undefined; onClose: () => void }

export function RecallDialog({ open, named, onClose }: Props) {
  const t = useText('verdict')
  return (
    <Dialog open={open} onClose={onClose} title={t('recallTitle')} size="md">
      {open && <RecallForm named={named} onClose={onClose} />}
    </Dialog>
  )
}

function RecallForm({ named, onClose }: Omit<Props, 'open'>) {
  const t = useText('verdict')
  const form = useForm(RecallDraft, {
    scope: named?.scope ?? 'order',
    target: named?.target ?? '',
    message: '',
  })
  const recall = useWrite(verdictContract.recall, { done: t('recallDone'), refresh: [verdictContract.recalls] })
  const { control } = form
  const targets = useTargets(form.watch('scope'), named)
  return (
    <Form
      form={form}
      onSubmit={async (body) => {
        await recall.mutateAsync({ body })
        onClose()
      }}
    >
      <SelectField
        control={control}
        name="scope"
        label={t('scope')}
        required
        options={recallScopes.map((value) => ({ value, label: t(`scope_${value}`) }))}
      />
      <SelectField control={control} name="target" label={t('target')} required options={targets} />
      <TextareaField control={control} name="message" label={t('message')} hint={t('messageHint')} required />
      <Button type="submit" colorPalette="red" alignSelf="start" loading={form.formState.isSubmitting}>
        {t('recallNow')}
      </Button>
    </Form>
  )
}

const latest = { query: { limit: 200 } }

function useTargets(scope: RecallScope, named: Named | undefined) {
  const orders = useRead(orderContract.list, latest, { enabled: scope === 'order' })
  const batches = useRead(activationContract.batches, latest, { enabled: scope === 'batch' })
  const skus = useRead(skuContract.list, latest, { enabled: scope === 'sku' })
  const listed = {
    order: orders.data?.rows.map(({ id, order_id, sku }) => ({ value: id, label: `${order_id}, ${sku.name}` })),
    batch: batches.data?.rows.map(({ id, identifier }) => ({ value: id, label: identifier })),
    sku: skus.data?.rows.map(({ id, name, sku }) => ({ value: id, label: `${name} (${sku})` })),
  }[scope]
  const options = listed ?? []
  if (named?.scope !== scope || options.some(({ value }) => value === named.target)) return options
  return [{ value: named.target, label: named.name }, ...options]
}
