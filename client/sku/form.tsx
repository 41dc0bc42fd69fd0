import { Button, SimpleGrid } from '@chakra-ui/react'
import { useState } from 'react'
import { useRead, useWrite } from '#client/core/data.ts'
import { useText } from '#client/core/i18n.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { SelectField, TextField } from '#client/ui/field.tsx'
import { Form, useForm } from '#client/ui/form.tsx'
import { UploadsField } from '#client/ui/upload-field.tsx'
import { type Sku, skuContract } from '#shared/sku/contract.ts'
import { trademarkContract } from '#shared/trademark/contract.ts'
import { CertificatesField } from './certificates-field.tsx'
import { DetailsField } from './details-field.tsx'
import { draftOf, SkuForm, type SkuFormOut, valuesOf } from './form-values.ts'

type Props = { open: boolean; product: Sku | undefined; onClose: () => void }

/** Adds a product, or edits the given one. */
export function SkuDialog({ open, product, onClose }: Props) {
  const t = useText('sku')
  const [dirty, setDirty] = useState(false)
  const title = product ? t('editTitle', { name: product.name }) : t('addTitle')
  return (
    <Dialog open={open} onClose={onClose} title={title} size="lg" dirty={dirty}>
      <ProductForm product={product} onDirty={setDirty} onDone={onClose} />
    </Dialog>
  )
}

type FormProps = { product: Sku | undefined; onDirty: (dirty: boolean) => void; onDone: () => void }

function ProductForm({ product, onDirty, onDone }: FormProps) {
  const t = useText('sku')
  const trademarks = useRead(trademarkContract.list, { query: { limit: 200 } })
  const after = { done: t('saved'), refresh: [skuContract.list] }
  const create = useWrite(skuContract.create, after)
  const update = useWrite(skuContract.update, after)
  const form = useForm(SkuForm, valuesOf(product), { onDirty })
  const { control } = form
  const submit = async (values: SkuFormOut) => {
    const body = draftOf(values)
    await (product ? update.mutateAsync({ params: { id: product.id }, body }) : create.mutateAsync({ body }))
    onDone()
  }
  const brands = (trademarks.data?.rows ?? []).map(({ id, registration_name }) => ({
    value: id,
    label: registration_name,
  }))
  return (
    <Form form={form} onSubmit={submit}>
      <SimpleGrid columns={{ base: 1, md: 2 }} gap="5">
        <TextField control={control} name="name" label={t('name')} required />
        <TextField control={control} name="sku" label={t('sku')} required />
      </SimpleGrid>
      <SelectField control={control} name="trademarkId" label={t('brand')} options={brands} required />
      <DetailsField control={control} />
      <UploadsField
        control={control}
        name="images"
        label={t('images')}
        hint={t('imagesHint')}
        purpose="image"
        imagesOnly
        most={10}
      />
      <CertificatesField control={control} />
      <Button type="submit" alignSelf="start" loading={form.formState.isSubmitting}>
        {t('save')}
      </Button>
    </Form>
  )
}
