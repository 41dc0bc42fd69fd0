import { Button, Text } from '@chakra-ui/react'
import { formatNumber } from '#client/core/format/number.ts'
import { useRead, useWrite } from '#client/core/http/query-client.ts'
import { useIdempotencyKey } from '#client/core/http/use-idempotency-key.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { SelectField } from '#client/ui/form/field.tsx'
import { Form, useForm } from '#client/ui/form/form.tsx'
import { useOnlyChoice } from '#client/ui/form/search/use-only-choice.ts'
import { billingContract, Grant, type Plan } from '#shared/billing/contract.ts'

/** Credits the codes of a plan to a merchant. */
export function GrantForm({ merchant }: { merchant: string }) {
  const t = useText('billingAdmin')
  const plans = useRead(billingContract.plans, {})
  const submission = useIdempotencyKey()
  const grant = useWrite(billingContract.grant, {
    refresh: [billingContract.balanceOf, billingContract.history],
    done: t('billingAdded'),
  })
  const form = useForm(Grant, { merchant, plan: '' })
  useOnlyChoice(form, 'plan', plans.data?.length === 1 ? plans.data[0]!.id : undefined)
  const option = ({ id, title, codes, validity, validity_unit }: Plan) => ({
    value: id,
    label: t('planOption', {
      title,
      codes: t('codesOf', { count: codes, number: formatNumber(codes) }),
      validity: t(`${validity_unit}sOf`, { count: validity }),
    }),
  })
  if (plans.data?.length === 0) return <Text color="fg.muted">{t('noPlans')}</Text>
  return (
    <Form
      form={form}
      onSubmit={async (body) => {
        await grant.mutateAsync({ body, idempotencyKey: submission.keyFor(body) })
        submission.reset()
        form.reset()
      }}
    >
      <SelectField
        control={form.control}
        name="plan"
        label={t('plan')}
        hint={t('addBillingHint')}
        options={(plans.data ?? []).map(option)}
        required
      />
      <Button type="submit" alignSelf="start" loading={form.formState.isSubmitting}>
        {t('addBilling')}
      </Button>
    </Form>
  )
}
