import { SimpleGrid } from '@chakra-ui/react'
import { useWrite } from '#client/core/http/query-client.ts'
import { type Translate, useText } from '#client/core/i18n/i18n.ts'
import { UploadsField } from '#client/ui/file/upload-field.tsx'
import { DialogActions } from '#client/ui/form/dialog-actions.tsx'
import { SelectField, TextField } from '#client/ui/form/field.tsx'
import { Form, useForm } from '#client/ui/form/form.tsx'
import { FormDialog } from '#client/ui/form/form-dialog.tsx'
import { RowSearchField } from '#client/ui/form/search/row-search-field.tsx'
import { useOnlyChoice } from '#client/ui/form/search/use-only-choice.ts'
import { useSearchedRows } from '#client/ui/form/search/use-searched-rows.ts'
import { type Sku, skuContract } from '#shared/sku/contract.ts'
import { trademarkContract } from '#shared/trademark/contract.ts'
import { CertificatesField } from './certificates-field.tsx'
import { DetailsField } from './details-field.tsx'
import { copyOf, SkuForm, type SkuFormOut, skuInputOf, skuValuesOf } from './form-values.ts'

/** The purpose of the dialog: a new product, a copy, or an edit. */
export type SkuDialogMode = { how: 'add' } | { how: 'copy' | 'edit'; product: Sku }
type Props = { editing: SkuDialogMode | undefined; onClose: () => void }

/** Adds a product, empty or as a copy, or edits the given one. */
export function SkuDialog({ editing, onClose }: Props) {
  const t = useText('sku')
  return (
    <FormDialog open={editing !== undefined} onClose={onClose} title={editing ? titleOf(editing, t) : ''} size="lg">
      {editing && <ProductForm editing={editing} onDone={onClose} />}
    </FormDialog>
  )
}

function titleOf(editing: SkuDialogMode, t: Translate<'sku'>): string {
  if (editing.how === 'add') return t('addTitle')
  return t(editing.how === 'edit' ? 'editTitle' : 'cloneTitle', { name: editing.product.name })
}

function initialValues(editing: SkuDialogMode, t: Translate<'sku'>): SkuFormOut {
  if (editing.how === 'add') return skuValuesOf(undefined)
  const { product } = editing
  return editing.how === 'edit' ? skuValuesOf(product) : copyOf(product, t('cloneName', { name: product.name }))
}

type FormProps = { editing: SkuDialogMode; onDone: () => void }

function ProductForm({ editing, onDone }: FormProps) {
  const t = useText('sku')
  const after = { done: t('saved'), refresh: [skuContract.list] }
  const create = useWrite(skuContract.create, after)
  const update = useWrite(skuContract.update, after)
  const form = useForm(SkuForm, initialValues(editing, t))
  const { control } = form
  const chosen = [form.watch('trademarkId')]
  const trademarks = useSearchedRows(trademarkContract.list, { read: trademarkContract.read, chosen })
  const submit = async (values: SkuFormOut) => {
    const body = skuInputOf(values)
    await (editing.how === 'edit'
      ? update.mutateAsync({ params: { id: editing.product.id }, body })
      : create.mutateAsync({ body }))
    onDone()
  }
  useOnlyChoice(form, 'trademarkId', trademarks.only)
  const brands = trademarks.rows.map(({ id, registration_name }) => ({
    value: id,
    label: registration_name,
  }))
  return (
    <Form form={form} onSubmit={submit}>
      <SimpleGrid columns={{ base: 1, md: 2 }} gap="5">
        <TextField control={control} name="name" label={t('name')} required />
        <TextField control={control} name="sku" label={t('sku')} required />
        <TextField control={control} name="gtin" label={t('gtin')} hint={t('gtinHint')} inputMode="numeric" />
      </SimpleGrid>
      <RowSearchField search={trademarks.search} setSearch={trademarks.setSearch} label={t('brand')} />
      <SelectField control={control} name="trademarkId" label={t('brand')} options={brands} required />
      <DetailsField control={control} />
      <UploadsField
        control={control}
        name="images"
        label={t('images')}
        hint={t('imagesHint')}
        purpose="image"
        imagesOnly
        max={10}
      />
      <CertificatesField control={control} />
      <DialogActions loading={form.formState.isSubmitting}>{t('save')}</DialogActions>
    </Form>
  )
}
