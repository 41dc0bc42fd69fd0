import { Button } from '@chakra-ui/react'
import { z } from 'zod'
import { useTask } from '#client/core/async/use-task.ts'
import { call, useWrite } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { DialogActions } from '#client/ui/form/dialog-actions.tsx'
import { TextField } from '#client/ui/form/field.tsx'
import { Form, rejectedFieldsOf, useForm } from '#client/ui/form/form.tsx'
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
  const update = useWrite(skuContract.update, { done: t('saved'), refresh: [skuContract.list], quiet: true })
  const form = useForm(VerifyUrlFormValues, { verify_url: product.details.verify_url })
  const params = { id: product.id }
  const task = useTask(async (verify_url: string) => {
    // The call stores the whole product, so what others changed since the list was loaded must be in it.
    const { certificates: _, ...latest } = skuInputOf({
      ...skuValuesOf(await call(skuContract.read, { params })),
      verify_url,
    })
    try {
      await update.mutateAsync({ params, body: latest })
    } catch (error) {
      // Another field of the product may be the reason, which this form does not show.
      const [issue] = rejectedFieldsOf(error)
      if (issue) form.setError('verify_url', { message: issue.message })
      throw error
    }
    onDone()
  })
  // Both buttons write the product: the second one would report the success of the first.
  const isBusy = task.isPending || form.formState.isSubmitting
  const save = ({ verify_url }: z.output<typeof VerifyUrlFormValues>) => task.mutateAsync(verify_url)
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
        loading={isBusy}
        more={
          product.details.verify_url && (
            <Button variant="ghost" marginInlineEnd="auto" disabled={isBusy} onClick={() => task.mutate('')}>
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
