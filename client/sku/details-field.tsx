import { Flex, Input, Stack, Text } from '@chakra-ui/react'
import type { Control } from 'react-hook-form'
import { useFieldArray, useFormState, useWatch } from 'react-hook-form'
import { LuPlus } from 'react-icons/lu'
import { useText } from '#client/core/i18n/i18n.ts'
import { ButtonWithReason } from '#client/ui/feedback/button-with-reason.tsx'
import { FieldFrame } from '#client/ui/form/field.tsx'
import { DragHandle, SortableButtons, SortableContainer, useSortableItem } from '#client/ui/sortable/sortable.tsx'
import { mostDetails } from '#shared/sku/contract.ts'
import type { SkuFormIn, SkuFormOut } from './form-values.ts'

type FormControl = Control<SkuFormIn, unknown, SkuFormOut>

/** Name and value of each detail, in the order of the verify page. Rows are dragged or moved with arrow keys. */
export function DetailsField({ control }: { control: FormControl }) {
  const t = useText('sku')
  const { fields, append, move, remove } = useFieldArray({ control, name: 'rows' })
  const { errors } = useFormState({ control, name: 'rows' })
  return (
    <FieldFrame
      label={t('detailsTitle')}
      hint={t('detailsHint')}
      error={errors.rows?.root?.message ?? errors.rows?.message}
    >
      <SortableContainer ids={fields.map(({ id }) => id)} onMove={move}>
        <Stack as="ol" listStyleType="none" gap="2" width="full">
          {fields.map((field, index) => (
            <DetailRow key={field.id} id={field.id} control={control} index={index} onRemove={() => remove(index)} />
          ))}
        </Stack>
      </SortableContainer>
      <ButtonWithReason
        type="button"
        variant="outline"
        size="sm"
        disabledReason={fields.length >= mostDetails ? t('mostDetails', { most: mostDetails }) : undefined}
        onClick={() => append({ key: '', value: '' })}
      >
        <LuPlus aria-hidden />
        {t('addDetail')}
      </ButtonWithReason>
    </FieldFrame>
  )
}

type RowProps = {
  id: string
  control: FormControl
  index: number
  onRemove: () => void
}

function DetailRow({ id, control, index, onRemove }: RowProps) {
  const t = useText('sku')
  const item = useSortableItem(id)
  const { errors } = useFormState({ control, name: `rows.${index}` })
  const name = useWatch({ control, name: `rows.${index}.key` }) || t('unnamed', { number: index + 1 })
  const wrong = errors.rows?.[index]
  return (
    <Stack as="li" gap="1" {...item.box}>
      <Flex gap={{ base: '0.5', md: '1' }} rowGap="1" align="center" wrap={{ base: 'wrap', md: 'nowrap' }}>
        <DragHandle item={item} t={t} name={name} />
        <Input
          {...control.register(`rows.${index}.key`)}
          aria-label={t('detailName')}
          placeholder={t('detailName')}
          aria-invalid={wrong?.key !== undefined}
          flex="1 1 0"
          minWidth="0"
        />
        <Input
          {...control.register(`rows.${index}.value`)}
          aria-label={t('detailValue')}
          placeholder={t('detailValue')}
          aria-invalid={wrong?.value !== undefined}
          flex={{ base: '1 1 100%', md: '1.4 1 0' }}
          minWidth="0"
          order={{ base: '5', md: '0' }}
        />
        <SortableButtons item={item} t={t} name={name} onRemove={onRemove} />
      </Flex>
      {wrong && (
        <Text role="alert" textStyle="xs" color="fg.error">
          {wrong.key?.message ?? wrong.value?.message}
        </Text>
      )}
    </Stack>
  )
}
