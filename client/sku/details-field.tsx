import { Button, Flex, IconButton, Input, Stack, Text } from '@chakra-ui/react'
import { CSS } from '@dnd-kit/utilities'
import type { Control } from 'react-hook-form'
import { useFieldArray, useFormState, useWatch } from 'react-hook-form'
import { LuArrowDown, LuArrowUp, LuGripVertical, LuPlus, LuTrash2 } from 'react-icons/lu'
import { useText } from '#client/core/i18n/i18n.ts'
import { FieldFrame } from '#client/ui/form/field.tsx'
import { SortableContainer, useSortableItem } from '#client/ui/form/sortable.tsx'
import type { SkuFormIn, SkuFormOut } from './form-values.ts'

type FormControl = Control<SkuFormIn, unknown, SkuFormOut>

/** Name and value of each detail, in the order the shopper reads them: dragged, or moved by the arrows. */
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
            <DetailRow
              key={field.id}
              id={field.id}
              control={control}
              index={index}
              last={index === fields.length - 1}
              onMove={(to) => move(index, to)}
              onRemove={() => remove(index)}
            />
          ))}
        </Stack>
      </SortableContainer>
      <Button type="button" variant="outline" size="sm" onClick={() => append({ key: '', value: '' })}>
        <LuPlus aria-hidden />
        {t('addDetail')}
      </Button>
    </FieldFrame>
  )
}

type RowProps = {
  id: string
  control: FormControl
  index: number
  last: boolean
  onMove: (to: number) => void
  onRemove: () => void
}

function DetailRow({ id, control, index, last, onMove, onRemove }: RowProps) {
  const t = useText('sku')
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition } = useSortableItem(id)
  const { errors } = useFormState({ control, name: `rows.${index}` })
  const name = useWatch({ control, name: `rows.${index}.key` }) || t('unnamed', { number: index + 1 })
  const wrong = errors.rows?.[index]
  return (
    <Stack
      as="li"
      ref={setNodeRef}
      gap="1"
      transform={CSS.Transform.toString(transform) ?? 'none'}
      transition={transition ?? 'none'}
    >
      <Flex gap={{ base: '0.5', md: '1' }} rowGap="1" align="center" wrap={{ base: 'wrap', md: 'nowrap' }}>
        <IconButton
          ref={setActivatorNodeRef}
          type="button"
          variant="ghost"
          size="sm"
          cursor="grab"
          touchAction="none"
          {...attributes}
          {...listeners}
          aria-label={t('drag', { name })}
        >
          <LuGripVertical />
        </IconButton>
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
        <IconButton
          type="button"
          variant="ghost"
          size="sm"
          disabled={index === 0}
          aria-label={t('moveUp', { name })}
          onClick={() => onMove(index - 1)}
        >
          <LuArrowUp />
        </IconButton>
        <IconButton
          type="button"
          variant="ghost"
          size="sm"
          disabled={last}
          aria-label={t('moveDown', { name })}
          onClick={() => onMove(index + 1)}
        >
          <LuArrowDown />
        </IconButton>
        <IconButton type="button" variant="ghost" size="sm" aria-label={t('removeDetail', { name })} onClick={onRemove}>
          <LuTrash2 />
        </IconButton>
      </Flex>
      {wrong && (
        <Text role="alert" textStyle="xs" color="fg.error">
          {wrong.key?.message ?? wrong.value?.message}
        </Text>
      )}
    </Stack>
  )
}
