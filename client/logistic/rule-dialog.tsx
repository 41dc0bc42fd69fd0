import { SimpleGrid, Text } from '@chakra-ui/react'
import { useRead, useWrite } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { useDeniedReason } from '#client/core/session/use-denied-reason.ts'
import { ButtonWithReason } from '#client/ui/feedback/button-with-reason.tsx'
import { LoadState } from '#client/ui/feedback/load-state.tsx'
import { DialogActions } from '#client/ui/form/dialog-actions.tsx'
import { CheckboxField } from '#client/ui/form/field.tsx'
import { Form, useForm } from '#client/ui/form/form.tsx'
import { FormDialog } from '#client/ui/form/form-dialog.tsx'
import { NumberField } from '#client/ui/form/number/number-field.tsx'
import { alarmContract, ShipmentRule } from '#shared/alarm/contract.ts'

/** The rule for temperature alarms of all shipments. */
export function RuleDialog({ onClose }: { onClose: () => void }) {
  const t = useText('sensor')
  const rule = useRead(alarmContract.rule, {})
  return (
    <FormDialog open onClose={onClose} title={t('ruleTitle')} size="lg">
      <Text color="fg.muted" marginBottom="5">
        {t('ruleHint')}
      </Text>
      {rule.data ? <RuleForm rule={rule.data} onDone={onClose} /> : <LoadState read={rule} height="64" />}
    </FormDialog>
  )
}

function RuleForm({ rule, onDone }: { rule: ShipmentRule; onDone: () => void }) {
  const t = useText('sensor')
  const deniedReason = useDeniedReason('confirmedMerchant')
  const save = useWrite(alarmContract.saveRule, { done: t('ruleSaved'), refresh: [alarmContract.rule] })
  const { limit, alarmTotalMinutes, ...always } = rule
  const form = useForm(ShipmentRule, {
    ...always,
    ...(limit !== null && { limit }),
    ...(alarmTotalMinutes !== null && { alarmTotalMinutes }),
  })
  const { control } = form
  const submit = async (body: ShipmentRule) => {
    await save.mutateAsync({ body })
    onDone()
  }
  return (
    <Form form={form} onSubmit={submit}>
      <SimpleGrid columns={{ base: 1, md: 2 }} gap="5">
        <NumberField control={control} name="limit" label={t('ruleLimit')} hint={t('ruleLimitHint')} />
        <NumberField control={control} name="alarmMinutes" label={t('alarmMinutes')} hint={t('alarmMinutesHint')} />
        <NumberField
          control={control}
          name="alarmTotalMinutes"
          label={t('alarmTotalMinutes')}
          hint={t('alarmTotalMinutesHint')}
        />
      </SimpleGrid>
      <CheckboxField control={control} name="alarmMails" label={t('alarmMails')} />
      {deniedReason === undefined ? (
        <DialogActions loading={form.formState.isSubmitting}>{t('save')}</DialogActions>
      ) : (
        <ButtonWithReason disabledReason={deniedReason}>{t('save')}</ButtonWithReason>
      )}
    </Form>
  )
}
