import { Button } from '@chakra-ui/react'
import { z } from 'zod'
import { useWrite } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { DialogActions } from '#client/ui/form/dialog-actions.tsx'
import { TextField } from '#client/ui/form/field.tsx'
import { Form, useForm } from '#client/ui/form/form.tsx'
import { FormDialog } from '#client/ui/form/form-dialog.tsx'
import { type Sku, SkuDetails, skuContract } from '#shared/sku/contract.ts'
import { skuInputOf, skuValuesOf } from './form-values.ts'

const VerifyUrlFormValues = z.object({
  verify_url: SkuDetails.shape.verify_url.unwrap().min(1, 'Please fill in this field'),
})

/** Edits the target of the product's button on the verify page. */
export function VerifyUrlDialog({ product, onClose }: { product: Sku | undefined; onClose: () => void }) {
  const t = useText('sku')
  return (
    <FormDialog
      open={product !== undefined}
      onClose={onClose}
      title={t('verifyUrlTitle', { name: product?.name ?? '' })}
    >
      {product && <UrlForm product={product} onDone={onClose} />}
    </FormDialog>
  )
}

type FormProps = { product: Sku; onDone: () => void }

function UrlForm({ product, onDone }: FormProps) {
  const t = useText('sku')
  const update = useWrite(skuContract.update, { done: t('saved'), refresh: [skuContract.list] })
  const form = useForm(VerifyUrlFormValues, { verify_url: product.details.verify_url })
  const changed = (verify_url: string) => ({
    params: { id: product.id },
    body: skuInputOf({ ...skuValuesOf(product), verify_url }),
  })
  const save = async ({ verify_url }: z.output<typeof VerifyUrlFormValues>) => {
    await update.mutateAsync(changed(verify_url))
    onDone()
  }
  return (
    <Form form={form} onSubmit={save}>
      <TextField
        control={form.control}
        name="verify_url"
        label={t('verifyUrlLabel')}
        hint={t('verifyUrlHint')}
        type="url"
        inputMode="url"
        required
      />
      <DialogActions
        loading={form.formState.isSubmitting}
        more={
          product.details.verify_url && (
            <Button
              variant="ghost"
              marginInlineEnd="auto"
              disabled={update.isPending}
              onClick={() => update.mutate(changed(''), { onSuccess: onDone })}
            >
              {t('removeUrl')}
            </Button>
          )
        }
      >
        {t('saveUrl')}
      </DialogActions>
    </Form>
  )
}
