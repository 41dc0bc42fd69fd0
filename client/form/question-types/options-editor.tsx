import { Box, Flex, Heading, Input, Stack } from '@chakra-ui/react'
import { arrayMove } from '@dnd-kit/sortable'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { LuPlus } from 'react-icons/lu'
import { useText } from '#client/core/i18n/i18n.ts'
import { ButtonWithReason } from '#client/ui/feedback/button-with-reason.tsx'
import { FieldFrame } from '#client/ui/form/field.tsx'
import { DragHandle, SortableButtons, SortableList, useSortableItem } from '#client/ui/sortable/sortable.tsx'
import { lineBreakPattern } from '#shared/core/fields/fields.ts'
import { type AnswerOption, maxOptionLength, maxOptions } from '#shared/form/question-types/options.ts'
import { uuid7 } from '#shared/sync/uuid7.ts'
import type { EditedQuestion, SettingsEditorProps } from './view.ts'

/** Random, and so short that an answer with all options fits into its limit. */
const newOption = (name = ''): AnswerOption => ({ id: uuid7().slice(-9), name })

const linesOf = (text: string): string[] =>
  text
    .split(lineBreakPattern)
    .map((line) => line.trim())
    .filter(Boolean)
/** As much of a name as its input takes, without half a surrogate pair at the end. */
const cutName = (name: string): string => name.slice(0, maxOptionLength).replace(/[\ud800-\udbff]$/, '')

/** Two empty options to fill in. Those of another type with options stay. */
export const firstOptions = ({ options = [] }: EditedQuestion): Partial<EditedQuestion> => ({
  options: options.length > 0 ? options : [newOption(), newOption()],
})

/** The options of a question, in their order. Several lines that are pasted become several options. */
export function OptionsEditor({ question: { options = [] }, issueOf, set }: SettingsEditorProps) {
  const t = useText('form')
  const [added, setAdded] = useState<string>()
  const replace = (place: number, removed: number, ...next: AnswerOption[]) =>
    set({ options: options.toSpliced(place, removed, ...next).slice(0, maxOptions) })
  const add = (place: number) => {
    const option = newOption()
    replace(place, 0, option)
    setAdded(option.id)
  }
  const paste = (place: number, text: string) => {
    const [first = '', ...names] = linesOf(text)
    const before = options[place]!
    const longer = { ...before, name: cutName(before.name + first) }
    replace(place, 1, longer, ...names.map((name) => newOption(cutName(name))))
  }
  return (
    <Stack gap="2">
      <Heading as="h4" size="xs">
        {t('options')}
      </Heading>
      <SortableList
        ids={options.map(({ id }) => id)}
        label={t('options')}
        onMove={(from, to) => set({ options: arrayMove([...options], from, to) })}
      >
        {options.map((option, place) => (
          <OptionRow
            key={option.id}
            option={option}
            number={place + 1}
            isNew={option.id === added}
            error={issueOf(`options.${place}.name`)}
            onName={(name) => replace(place, 1, { ...option, name })}
            onPaste={(text) => paste(place, text)}
            onEnter={() => options.length < maxOptions && add(place + 1)}
            onRemove={() => replace(place, 1)}
          />
        ))}
      </SortableList>
      <FieldFrame error={issueOf('options')}>
        <ButtonWithReason
          variant="outline"
          size="sm"
          alignSelf="start"
          disabledReason={options.length >= maxOptions ? t('mostOptions', { most: maxOptions }) : undefined}
          onClick={() => add(options.length)}
        >
          <LuPlus aria-hidden />
          {t('addOption')}
        </ButtonWithReason>
      </FieldFrame>
    </Stack>
  )
}

type RowProps = {
  option: AnswerOption
  number: number
  isNew: boolean
  error: string | undefined
  onName: (name: string) => void
  onPaste: (text: string) => void
  onEnter: () => void
  onRemove: () => void
}

function OptionRow({ option, number, isNew, error, onName, onPaste, onEnter, onRemove }: RowProps) {
  const t = useText('form')
  const item = useSortableItem(option.id)
  const label = t('option', { number })
  const name = option.name || label
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isNew) input.current?.focus()
  }, [isNew])
  const pressed = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    onEnter()
  }
  return (
    // On a phone, the buttons are below the name, which would otherwise have room for few letters.
    <Flex as="li" gap="1" align="start" justify="end" wrap={{ base: 'wrap', sm: 'nowrap' }} {...item.box}>
      <DragHandle item={item} t={t} name={name} />
      <Box flex={{ base: '1 1 calc(100% - 3.5rem)', sm: '1' }} minWidth="0">
        <FieldFrame error={error}>
          <Input
            ref={input}
            size="sm"
            aria-label={label}
            value={option.name}
            maxLength={maxOptionLength}
            onChange={({ target }) => onName(target.value)}
            onKeyDown={pressed}
            onPaste={(event) => {
              const text = event.clipboardData.getData('text')
              if (linesOf(text).length < 2) return
              event.preventDefault()
              onPaste(text)
            }}
          />
        </FieldFrame>
      </Box>
      <SortableButtons item={item} t={t} name={name} onRemove={onRemove} />
    </Flex>
  )
}
