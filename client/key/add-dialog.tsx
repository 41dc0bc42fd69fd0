import { Flex, Stack, Text } from '@chakra-ui/react'
import { addDays } from 'date-fns'
import { z } from 'zod'
import { useWrite } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { DialogActions } from '#client/ui/form/dialog-actions.tsx'
import { SelectField, TextField } from '#client/ui/form/field.tsx'
import { Form, useForm } from '#client/ui/form/form.tsx'
import { FormDialog } from '#client/ui/form/form-dialog.tsx'
import { GroupFrame } from '#client/ui/form/group-frame.tsx'
import { LabelledCheckbox } from '#client/ui/form/labelled-checkbox.tsx'
import { type KeyScope, passportScopes, scopedResources } from '#shared/core/api/scopes.ts'
import { ApiKeyInput, keyContract } from '#shared/key/contract.ts'

const lifetimes = ['days30', 'days90', 'days365', 'never'] as const
const daysOf = { days30: 30, days90: 90, days365: 365, never: null }

const KeyForm = ApiKeyInput.omit({ expiresAt: true }).extend({ lifetime: z.enum(lifetimes) })
const emptyForm: z.input<typeof KeyForm> = { name: '', scopes: [], lifetime: 'days365' }

type Props = { open: boolean; onMade: (key: string) => void; onClose: () => void }

export function AddKeyDialog({ open, onMade, onClose }: Props) {
  const t = useText('key')
  return (
    <FormDialog open={open} onClose={onClose} title={t('add')} size="lg">
      <AddForm onMade={onMade} />
    </FormDialog>
  )
}

function AddForm({ onMade }: Pick<Props, 'onMade'>) {
  const t = useText('key')
  const add = useWrite(keyContract.create, { refresh: [keyContract.list] })
  const form = useForm(KeyForm, emptyForm)
  const { control, formState, watch, setValue } = form
  const submit = async ({ lifetime, ...rest }: z.output<typeof KeyForm>) => {
    const days = daysOf[lifetime]
    const expiresAt = days === null ? null : addDays(new Date(), days).toISOString()
    const made = await add.mutateAsync({ body: { ...rest, expiresAt } })
    onMade(made.key)
  }
  return (
    <Form form={form} onSubmit={submit}>
      <TextField
        control={control}
        name="name"
        label={t('name')}
        hint={t('nameHint')}
        maxLength={60}
        autoComplete="off"
        required
      />
      <ScopeChoice
        chosen={watch('scopes')}
        isMissing={formState.errors.scopes !== undefined}
        onChange={(scopes) => setValue('scopes', scopes, { shouldDirty: true, shouldValidate: formState.isSubmitted })}
      />
      <SelectField
        control={control}
        name="lifetime"
        label={t('expiry')}
        options={lifetimes.map((value) => ({ value, label: t(value) }))}
        required
      />
      <DialogActions loading={formState.isSubmitting}>{t('add')}</DialogActions>
    </Form>
  )
}

type ChoiceProps = { chosen: readonly KeyScope[]; isMissing: boolean; onChange: (scopes: KeyScope[]) => void }

function ScopeChoice({ chosen, isMissing, onChange }: ChoiceProps) {
  const t = useText('key')
  const change = (scope: KeyScope, isOn: boolean) =>
    onChange(isOn ? [...chosen, scope] : chosen.filter((one) => one !== scope))
  return (
    <GroupFrame label={t('scopes')} required error={isMissing ? t('scopesMissing') : undefined}>
      <Stack gap="3">
        {scopedResources.map((resource) => (
          <Flex key={resource} direction={{ base: 'column', md: 'row' }} gap="2" justify="space-between">
            <Text>{t(resource)}</Text>
            <Flex gap="5">
              {(['read', 'write'] as const).map((word) => (
                <LabelledCheckbox
                  key={word}
                  checked={chosen.includes(`${resource}:${word}`)}
                  onChange={(isOn) => change(`${resource}:${word}`, isOn)}
                >
                  <Text as="span" srOnly>
                    {t(resource)}:{' '}
                  </Text>
                  {t(word)}
                </LabelledCheckbox>
              ))}
            </Flex>
          </Flex>
        ))}
        {passportScopes.map((scope) => (
          <LabelledCheckbox key={scope} checked={chosen.includes(scope)} onChange={(isOn) => change(scope, isOn)}>
            {t(scope)}
          </LabelledCheckbox>
        ))}
      </Stack>
    </GroupFrame>
  )
}
