import { Text } from '@chakra-ui/react'
import { z } from 'zod'
import { useWrite } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { DialogActions } from '#client/ui/form/dialog-actions.tsx'
import { CheckboxField, PasswordField, TextField } from '#client/ui/form/field.tsx'
import { Form, useForm } from '#client/ui/form/form.tsx'
import { oidcContract, ProviderInput, type ProviderSettings } from '#shared/oidc/contract.ts'

/** An empty secret keeps the stored one. */
const ProviderFields = ProviderInput.extend({ clientSecret: z.string().max(1_000) })

type Props = { provider: ProviderSettings['provider']; deniedReason: string | undefined }

export function ProviderForm({ provider, deniedReason }: Props) {
  const t = useText('oidc')
  const save = useWrite(oidcContract.save, { refresh: [oidcContract.settings], done: t('saved') })
  const { issuer = '', clientId = '', isRequired = false } = provider ?? {}
  const form = useForm(ProviderFields, { issuer, clientId, clientSecret: '', isRequired })
  const submit = async ({ clientSecret, ...fields }: z.output<typeof ProviderFields>) => {
    await save.mutateAsync({ body: { ...fields, ...(clientSecret !== '' && { clientSecret }) } })
    form.reset({ ...fields, clientSecret: '' })
  }
  const isOther = provider !== null && form.watch('issuer') !== issuer
  return (
    <Form form={form} onSubmit={submit}>
      <TextField
        control={form.control}
        name="issuer"
        label={t('issuer')}
        hint={t('issuerHint')}
        inputMode="url"
        autoComplete="off"
        required
      />
      {isOther && <Text color="fg.warning">{t('otherIssuer')}</Text>}
      <TextField control={form.control} name="clientId" label={t('clientId')} autoComplete="off" required />
      <PasswordField
        control={form.control}
        name="clientSecret"
        label={t('clientSecret')}
        hint={provider && !isOther ? t('secretStored') : t('secretHint')}
        autoComplete="off"
        required={provider === null || isOther}
      />
      {(provider?.testedAt || isRequired) && (
        <CheckboxField control={form.control} name="isRequired" label={t('isRequired')} hint={t('isRequiredHint')} />
      )}
      <DialogActions loading={form.formState.isSubmitting} disabledReason={deniedReason}>
        {t('save')}
      </DialogActions>
    </Form>
  )
}
