import { SimpleGrid } from '@chakra-ui/react'
import { useWatch } from 'react-hook-form'
import { useOwnBusiness } from '#client/business/use-own-business.ts'
import { likelyCountry } from '#client/core/format/likely-country.ts'
import { useWrite } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { InlineAlert } from '#client/ui/feedback/inline-alert.tsx'
import { LoadState } from '#client/ui/feedback/load-state.tsx'
import { UploadField } from '#client/ui/file/upload-field.tsx'
import { CountryDependentField } from '#client/ui/form/country-dependent-field.tsx'
import { CountryField } from '#client/ui/form/country-field.tsx'
import { DialogActions } from '#client/ui/form/dialog-actions.tsx'
import { CheckboxField, TextareaField, TextField } from '#client/ui/form/field.tsx'
import { Form, useForm } from '#client/ui/form/form.tsx'
import { FormDialog } from '#client/ui/form/form-dialog.tsx'
import { type Business, businessContract } from '#shared/business/contract.ts'
import { needsPostcode } from '#shared/core/fields/postcode.ts'
import { type Trademark, type TrademarkInput, trademarkContract } from '#shared/trademark/contract.ts'
import { ValidatedTrademarkInput } from '#shared/trademark/input-validation.ts'

type Props = { open: boolean; trademark: Trademark | undefined; onClose: () => void }

/** Registers a trademark, or edits the given one. */
export function TrademarkDialog({ open, trademark, onClose }: Props) {
  const t = useText('trademark')
  // The applicant is usually the business itself.
  const enabled = open && !trademark
  const business = useOwnBusiness({ enabled })
  const title = trademark ? t('editTitle', { name: trademark.registration_name }) : t('registerTitle')
  return (
    <FormDialog open={open} onClose={onClose} title={title} size="lg">
      {!trademark && business.data === undefined ? (
        <LoadState read={business} height="md" />
      ) : (
        <TrademarkForm trademark={trademark} business={business.data ?? undefined} onDone={onClose} />
      )}
    </FormDialog>
  )
}

type FormProps = {
  trademark: Trademark | undefined
  business: Business | undefined
  onDone: () => void
}

function TrademarkForm({ trademark, business, onDone }: FormProps) {
  const t = useText('trademark')
  const after = { done: t('saved'), refresh: [trademarkContract.list, businessContract.progress] }
  const create = useWrite(trademarkContract.create, after)
  const update = useWrite(trademarkContract.update, after)
  const form = useForm(ValidatedTrademarkInput, initialValues(trademark, business))
  const submit = async (body: TrademarkInput) => {
    await (trademark ? update.mutateAsync({ params: { id: trademark.id }, body }) : create.mutateAsync({ body }))
    onDone()
  }
  const { control } = form
  const country = useWatch({ control, name: 'country' })
  const isOptional = country !== '' && !needsPostcode(country)
  return (
    <Form form={form} onSubmit={submit}>
      {trademark && (
        <InlineAlert status="info" variant="surface">
          {t('editHint')}
        </InlineAlert>
      )}
      <SimpleGrid columns={{ base: 1, md: 2 }} gap="5">
        <TextField control={control} name="registration_name" label={t('name')} required />
        <TextField control={control} name="registration_no" label={t('number')} required />
        <TextField control={control} name="details.class" label={t('class')} hint={t('classHint')} required />
        <TextField control={control} name="applicant_name" label={t('applicantName')} required />
      </SimpleGrid>
      <TextareaField control={control} name="applicant_address" label={t('applicantAddress')} rows={2} required />
      <SimpleGrid columns={{ base: 1, md: 2 }} gap="5">
        <CountryField control={control} name="country" label={t('country')} required />
        <CountryDependentField
          form={form}
          name="details.postcode"
          country="country"
          label={t('postcode')}
          hint={t(isOptional ? 'postcodeNone' : 'postcodeHint')}
          autoComplete="postal-code"
          autoCapitalize="characters"
          required={!isOptional}
        />
      </SimpleGrid>
      <UploadField
        control={control}
        name="details.file"
        label={t('file')}
        hint={t('fileHint')}
        purpose="document"
        imagesOnly
        required
      />
      <CheckboxField control={control} name="acknowledgeInfoCorrect" label={t('acknowledge')} />
      <DialogActions loading={form.formState.isSubmitting}>{trademark ? t('save') : t('register')}</DialogActions>
    </Form>
  )
}

function initialValues(trademark: Trademark | undefined, business: Business | undefined) {
  if (!trademark) {
    const { address = '', country = likelyCountry(), postcode = '' } = business?.details ?? {}
    return {
      registration_name: '',
      registration_no: '',
      applicant_name: business?.name ?? '',
      applicant_address: address,
      country: country.length === 2 ? country.toUpperCase() : country,
      details: { class: '', postcode },
    }
  }
  const { registration_name, registration_no, applicant_name, applicant_address, country, details } = trademark
  const { class: niceClass, postcode, file } = details
  return {
    registration_name,
    registration_no,
    applicant_name,
    applicant_address,
    country: country.length === 2 ? country.toUpperCase() : country,
    details: { class: niceClass, postcode, ...(file && { file }) },
  }
}
