import { Button, Flex, SimpleGrid } from '@chakra-ui/react'
import { useState } from 'react'
import { LuEye } from 'react-icons/lu'
import { useWrite } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { useDeniedReason } from '#client/core/session/use-denied-reason.ts'
import { ButtonWithReason } from '#client/ui/feedback/button-with-reason.tsx'
import { CountryField } from '#client/ui/form/country-field.tsx'
import { TextareaField, TextField } from '#client/ui/form/field.tsx'
import { Form, type FormOf, useForm } from '#client/ui/form/form.tsx'
import { MoreOptions } from '#client/ui/form/more-options.tsx'
import { Panel } from '#client/ui/layout/panel.tsx'
import {
  type Passport,
  PassportInput,
  passportContract,
  passportLengths,
  usualScheme,
} from '#shared/passport/contract.ts'
import { LotChoice } from './lot-choice.tsx'
import { PassportPreview } from './preview-dialog.tsx'
import { type PassportFields, SectionsField } from './sections-field.tsx'

const empty: PassportFields = {
  description: '',
  category: { code: '', name: '', ...usualScheme },
  facility: { id: '', name: '' },
  country: '',
  sections: [],
}

type Props = { skuId: string; lot: string; passport: Passport; onLot: (lot: string) => void }

/** Edits the draft of a passport, and publishes it. */
export function PassportEditor({ skuId, lot, passport, onLot }: Props) {
  const t = useText('passport')
  const deniedReason = useDeniedReason('confirmedMerchant')
  const refresh = [passportContract.read]
  const save = useWrite(passportContract.save, { done: t('saved'), refresh })
  const publish = useWrite(passportContract.publish, { done: t('published'), refresh })
  const form = useForm(PassportInput, passport.draft ?? passport.base ?? empty)
  const [isPreviewed, setPreviewed] = useState(false)
  const call = { params: { id: skuId }, query: { lot } }
  const submit = async (body: PassportInput) => {
    await save.mutateAsync({ ...call, body })
    // What was saved is no longer unsaved input.
    form.reset(body)
  }
  const { isDirty, isSubmitting } = form.formState
  const unpublishable =
    passport.obstacle !== null
      ? t(passport.obstacle)
      : passport.draft === null || isDirty
        ? t('saveFirst')
        : passport.isChanged
          ? undefined
          : t('unchanged')
  return (
    <>
      <LotChoice lot={lot} lots={passport.lots} unsaved={isDirty} onChoose={onLot} />
      <Form form={form} onSubmit={submit} locked={deniedReason !== undefined}>
        <ProductFields form={form} />
        <SectionsField control={form.control} />
        <Flex gap="3" wrap="wrap" align="start">
          <ButtonWithReason type="submit" loading={isSubmitting} disabledReason={deniedReason}>
            {t('save')}
          </ButtonWithReason>
          <Button type="button" variant="outline" onClick={() => setPreviewed(true)}>
            <LuEye aria-hidden />
            {t('preview')}
          </Button>
          <ButtonWithReason
            type="button"
            variant="outline"
            loading={publish.isPending}
            disabledReason={deniedReason ?? unpublishable}
            onClick={() => publish.mutate(call)}
          >
            {t('publish')}
          </ButtonWithReason>
        </Flex>
      </Form>
      <PassportPreview
        name={passport.product.name}
        fields={isPreviewed ? form.getValues() : undefined}
        onClose={() => setPreviewed(false)}
      />
    </>
  )
}

function ProductFields({ form: { control, formState } }: { form: FormOf<PassportFields, PassportInput> }) {
  const t = useText('passport')
  const { category } = formState.errors
  return (
    <Panel title={t('product')}>
      <TextareaField control={control} name="description" label={t('descriptionLabel')} />
      <SimpleGrid columns={{ base: 1, md: 2 }} gap="4">
        <TextField
          control={control}
          name="category.name"
          label={t('category')}
          hint={t('categoryHint')}
          maxLength={passportLengths.name}
          required
        />
        <TextField control={control} name="category.code" label={t('code')} maxLength={passportLengths.code} required />
        <TextField
          control={control}
          name="facility.name"
          label={t('facility')}
          maxLength={passportLengths.name}
          required
        />
        <TextField
          control={control}
          name="facility.id"
          label={t('facilityId')}
          hint={t('facilityIdHint')}
          maxLength={passportLengths.uri}
          required
        />
        <CountryField control={control} name="country" label={t('country')} required />
      </SimpleGrid>
      <MoreOptions mustOpen={category?.schemeId !== undefined || category?.schemeName !== undefined}>
        <SimpleGrid columns={{ base: 1, md: 2 }} gap="4">
          <TextField
            control={control}
            name="category.schemeName"
            label={t('schemeName')}
            maxLength={passportLengths.name}
            required
          />
          <TextField
            control={control}
            name="category.schemeId"
            label={t('schemeId')}
            maxLength={passportLengths.uri}
            required
          />
        </SimpleGrid>
      </MoreOptions>
    </Panel>
  )
}
