import { Box, SimpleGrid, Text } from '@chakra-ui/react'
import { useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { likelyCountry } from '#client/core/format/likely-country.ts'
import { useWrite } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { useDeniedReason } from '#client/core/session/use-denied-reason.ts'
import { ButtonWithReason } from '#client/ui/feedback/button-with-reason.tsx'
import { UploadField } from '#client/ui/file/upload-field.tsx'
import { CountryDependentField } from '#client/ui/form/country-dependent-field.tsx'
import { CountryField } from '#client/ui/form/country-field.tsx'
import { TextareaField, TextField } from '#client/ui/form/field.tsx'
import { Form, useForm } from '#client/ui/form/form.tsx'
import { type Business, businessContract } from '#shared/business/contract.ts'
import { ValidatedBusinessInput } from '#shared/business/input-validation.ts'
import { hasNoPostcodes } from '#shared/core/fields/postcode.ts'

/** Registers a business, or edits the given one. */
export function BusinessForm({ business }: { business: Business | undefined }) {
  const t = useText('business')
  const deniedReason = useDeniedReason('merchant')
  const after = { done: t('saved'), refresh: [businessContract.read, businessContract.progress] }
  const create = useWrite(businessContract.create, after)
  const update = useWrite(businessContract.update, after)
  const form = useForm(ValidatedBusinessInput, initialValues(business))
  const { control, formState } = form
  const country = useWatch({ control, name: 'details.country' })
  const submit = async (body: z.output<typeof ValidatedBusinessInput>) => {
    const saved = await (business ? update : create).mutateAsync({ body })
    form.reset(initialValues(saved))
  }
  return (
    <Box marginTop="6">
      <Form form={form} onSubmit={submit} locked={deniedReason !== undefined}>
        <TextField
          control={control}
          name="registration_no"
          label={t('registrationNo')}
          hint={business ? t('registrationNoLocked') : t('registrationNoHint')}
          disabled={business !== undefined}
          required
        />
        {business && (
          <TextField
            control={control}
            name="name"
            label={t('companyName')}
            hint={t(business.requested_name ? 'companyNameWaiting' : 'companyNameHint')}
            autoComplete="organization"
            required
          />
        )}
        <UploadField
          control={control}
          name="details.documents"
          label={t('document')}
          hint={t('documentHint')}
          purpose="document"
          required
        />
        <TextareaField control={control} name="details.address" label={t('address')} rows={2} />
        <SimpleGrid columns={{ base: 1, md: 2 }} gap="5">
          <CountryField control={control} name="details.country" label={t('country')} required />
          <CountryDependentField
            form={form}
            name="details.postcode"
            country="details.country"
            label={t('postcode')}
            hint={t(hasNoPostcodes(country) ? 'postcodeNone' : 'postcodeHint')}
            autoComplete="postal-code"
            autoCapitalize="characters"
          />
          <CountryDependentField
            form={form}
            name="details.contactNo"
            country="details.country"
            label={t('contactNo')}
            hint={t('contactNoHint')}
            type="tel"
            autoComplete="tel"
          />
          <TextField control={control} name="details.email" label={t('email')} type="email" autoComplete="email" />
        </SimpleGrid>
        {business && !deniedReason && <Text color="fg.muted">{t('saveAgain')}</Text>}
        <ButtonWithReason
          type="submit"
          alignSelf="start"
          disabledReason={deniedReason}
          disabled={business !== undefined && !formState.isDirty}
          loading={formState.isSubmitting}
        >
          {business ? t('save') : t('register')}
        </ButtonWithReason>
      </Form>
    </Box>
  )
}

function initialValues(business: Business | undefined) {
  if (!business) {
    return {
      registration_no: '',
      details: { address: '', contactNo: '', email: '', country: likelyCountry(), postcode: '' },
    }
  }
  const { documents, address, contactNo, email, country, postcode } = business.details
  return {
    registration_no: business.registration_no,
    name: business.requested_name ?? business.name,
    details: { documents, address, contactNo, email, country: country.toUpperCase(), postcode },
  }
}
