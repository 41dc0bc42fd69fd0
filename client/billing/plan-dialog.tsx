import { SimpleGrid } from '@chakra-ui/react'
import type { z } from 'zod'
import { useWrite } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { DialogActions } from '#client/ui/form/dialog-actions.tsx'
import { CheckboxField, SelectField, TextareaField, TextField } from '#client/ui/form/field.tsx'
import { Form, useForm } from '#client/ui/form/form.tsx'
import { FormDialog } from '#client/ui/form/form-dialog.tsx'
import { NumberField } from '#client/ui/form/number/number-field.tsx'
import { billingContract, CompletePlan, currency, type Plan, validityUnits } from '#shared/billing/contract.ts'
import { omit } from '#shared/core/omit.ts'

type Props = { open: boolean; plan: Plan | undefined; onClose: () => void }

/** Adds a plan, or edits the given one. */
export function PlanDialog({ open, plan, onClose }: Props) {
  const t = useText('billingAdmin')
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={plan ? t('editPlan', { title: plan.title }) : t('addPlan')}
      size="lg"
    >
      <PlanForm plan={plan} onDone={onClose} />
    </FormDialog>
  )
}

type FormProps = { plan: Plan | undefined; onDone: () => void }

function PlanForm({ plan, onDone }: FormProps) {
  const t = useText('billingAdmin')
  const refresh = [billingContract.plans]
  const add = useWrite(billingContract.addPlan, { refresh, done: t('planAdded') })
  const edit = useWrite(billingContract.editPlan, { refresh, done: t('planUpdated') })
  const form = useForm(CompletePlan, initialValues(plan))
  const submit = async (body: z.infer<typeof CompletePlan>) => {
    await (plan ? edit.mutateAsync({ params: { id: plan.id }, body }) : add.mutateAsync({ body }))
    onDone()
  }
  const { control } = form
  return (
    <Form form={form} onSubmit={submit}>
      <TextField control={control} name="title" label={t('planName')} required />
      <SimpleGrid columns={{ base: 1, md: 2 }} gap="5">
        <NumberField control={control} name="price" label={t('price')} hint={t('priceHint', { currency })} />
        <NumberField
          control={control}
          name="promo_price"
          label={t('promoPrice')}
          hint={t('promoPriceHint', { currency })}
        />
      </SimpleGrid>
      <SimpleGrid columns={{ base: 1, md: 3 }} gap="5">
        <NumberField control={control} name="codes" label={t('codes')} inputMode="numeric" required />
        <NumberField control={control} name="validity" label={t('validityPeriod')} inputMode="numeric" required />
        <SelectField
          control={control}
          name="validity_unit"
          label={t('validityUnit')}
          options={validityUnits.map((value) => ({ value, label: t(value) }))}
          required
        />
      </SimpleGrid>
      <TextareaField control={control} name="description" label={t('description')} required />
      <CheckboxField control={control} name="on_approval" label={t('onApproval')} hint={t('onApprovalHint')} />
      <DialogActions loading={form.formState.isSubmitting}>{plan ? t('savePlan') : t('addPlan')}</DialogActions>
    </Form>
  )
}

/** Empty numbers stay undefined, so that the call leaves them out. */
function initialValues(plan: Plan | undefined) {
  if (!plan) return { title: '', description: '' }
  return omit(plan, 'id', 'createdAt')
}
