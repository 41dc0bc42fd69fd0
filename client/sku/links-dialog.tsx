import { Button, Flex, IconButton, SimpleGrid, Stack, Text } from '@chakra-ui/react'
import { useMemo } from 'react'
import { type Control, useFieldArray, useWatch } from 'react-hook-form'
import { LuPlus, LuTrash2 } from 'react-icons/lu'
import type { z } from 'zod'
import { useRead, useWrite } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { LoadState } from '#client/ui/feedback/load-state.tsx'
import { DialogActions } from '#client/ui/form/dialog-actions.tsx'
import { SelectField, TextField } from '#client/ui/form/field.tsx'
import { Form, useForm } from '#client/ui/form/form.tsx'
import { FormDialog } from '#client/ui/form/form-dialog.tsx'
import {
  gs1Contract,
  linkLengths,
  linkTypes,
  mostLinks,
  type ProductLinks,
  productLinks,
} from '#shared/gs1/contract.ts'
import { digitalLinkPathOf } from '#shared/gs1/digital-link.ts'
import type { Sku } from '#shared/sku/contract.ts'

/** Edits where the GS1 Digital Link of a product leads to. */
export function LinksDialog({ product, onClose }: { product: Sku | undefined; onClose: () => void }) {
  const t = useText('gs1')
  return (
    <FormDialog
      open={product !== undefined}
      onClose={onClose}
      title={t('title', { name: product?.name ?? '' })}
      size="lg"
    >
      {product && <StoredLinks product={product} onDone={onClose} />}
    </FormDialog>
  )
}

type Props = { product: Sku; onDone: () => void }

function StoredLinks({ product, onDone }: Props) {
  const t = useText('gs1')
  const params = { id: product.id }
  const read = useRead(gs1Contract.links, { params })
  const link = product.gtin && location.origin + digitalLinkPathOf({ gtin: product.gtin })
  return (
    <Stack gap="5">
      <Text overflowWrap="anywhere">{link ? t('hint', { link }) : t('noGtin')}</Text>
      <Text color="fg.muted">{t('automatic')}</Text>
      {read.data ? <LinksForm product={product} stored={read.data} onDone={onDone} /> : <LoadState read={read} />}
    </Stack>
  )
}

type LinksIn = z.input<ReturnType<typeof productLinks>>

function LinksForm({ product, stored, onDone }: Props & { stored: ProductLinks }) {
  const t = useText('gs1')
  const save = useWrite(gs1Contract.setLinks, { done: t('saved'), refresh: [gs1Contract.links] })
  const schema = useMemo(
    () => productLinks({ twice: t('twice'), badLanguage: t('badLanguage'), ownRecall: t('ownRecall') }),
    [t],
  )
  const form = useForm(schema, stored)
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'links' })
  const submit = async (body: ProductLinks) => {
    await save.mutateAsync({ params: { id: product.id }, body })
    onDone()
  }
  return (
    <Form form={form} onSubmit={submit}>
      {fields.length === 0 && <Text>{t('none')}</Text>}
      {fields.map((field, index) => (
        <Flex key={field.id} gap="2" align="start" padding="3" borderWidth="1px" borderRadius="l2">
          <LinkFields control={form.control} index={index} />
          <IconButton
            type="button"
            variant="ghost"
            aria-label={t('remove', { number: index + 1 })}
            onClick={() => remove(index)}
          >
            <LuTrash2 />
          </IconButton>
        </Flex>
      ))}
      <Button
        type="button"
        variant="outline"
        size="sm"
        alignSelf="start"
        disabled={fields.length >= mostLinks}
        onClick={() => append({ type: 'instructions', href: '', title: '', language: '' })}
      >
        <LuPlus aria-hidden />
        {t('add')}
      </Button>
      <DialogActions loading={form.formState.isSubmitting}>{t('save')}</DialogActions>
    </Form>
  )
}

/** The server links to recalls itself and refuses others, so only a link that is older than this rule has their type. */
function LinkFields({ control, index }: { control: Control<LinksIn, unknown, ProductLinks>; index: number }) {
  const t = useText('gs1')
  const type = useWatch({ control, name: `links.${index}.type` })
  const offered = linkTypes.filter((one) => one !== 'recallStatus' || one === type)
  return (
    <SimpleGrid columns={{ base: 1, md: 2 }} gap="3" flex="1">
      <SelectField
        control={control}
        name={`links.${index}.type`}
        label={t('type')}
        options={offered.map((value) => ({ value, label: t(value) }))}
      />
      <TextField
        control={control}
        name={`links.${index}.title`}
        label={t('linkTitle')}
        maxLength={linkLengths.title}
        required
      />
      <TextField
        control={control}
        name={`links.${index}.href`}
        label={t('href')}
        type="url"
        inputMode="url"
        maxLength={linkLengths.href}
        required
      />
      <TextField
        control={control}
        name={`links.${index}.language`}
        label={t('language')}
        hint={t('languageHint')}
        maxLength={5}
      />
    </SimpleGrid>
  )
}
