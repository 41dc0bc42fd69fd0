import { Box, Button, Flex, Text, Textarea } from '@chakra-ui/react'
import { useRef, useState } from 'react'
import { LuCircleHelp } from 'react-icons/lu'
import { useText } from '#client/core/i18n/i18n.ts'
import { FieldFrame } from '#client/ui/form/field.tsx'
import { maxExpressionLength } from '#shared/form/expression/parse.ts'
import { type Completion, completionsAt } from './completions.ts'
import { FunctionHelp } from './function-help.tsx'
import { useVariables, variableFor } from './variables.ts'

type Props = {
  label: string
  hint: string
  value: string
  error: string | undefined
  onChange: (text: string) => void
}

/** An expression, with the questions and functions that fit what is being typed. An error is shown when the field is left. */
export function ExpressionField({ label, hint, value, error, onChange }: Props) {
  const t = useText('expression')
  const variables = useVariables()
  const input = useRef<HTMLTextAreaElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const [place, setPlace] = useState(value.length)
  const offered = isOpen ? completionsAt(value, place, variables.questions()) : []
  const insert = (completion: Completion) => {
    const key = completion.key ?? variableFor(completion.name, takenKeys())
    if (completion.key === undefined) variables.name(completion.questionId!, key)
    const word = completion.isFunction ? `${key}()` : key
    const text = value.slice(0, completion.from) + word + value.slice(place)
    const caret = completion.from + word.length - (completion.isFunction ? 1 : 0)
    onChange(text)
    setPlace(caret)
    requestAnimationFrame(() => {
      input.current?.focus()
      input.current?.setSelectionRange(caret, caret)
    })
  }
  const takenKeys = () => new Set(variables.questions().flatMap(({ key }) => key ?? []))
  return (
    <Box
      onFocus={() => setOpen(true)}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setOpen(false)
      }}
    >
      <FieldFrame label={label} hint={hint} error={isOpen ? undefined : error}>
        <Textarea
          ref={input}
          rows={1}
          autoresize
          fontFamily="mono"
          spellCheck={false}
          autoCapitalize="off"
          maxLength={maxExpressionLength}
          value={value}
          onChange={({ target }) => {
            onChange(target.value)
            setPlace(target.selectionStart)
          }}
          onSelect={({ currentTarget }) => setPlace(currentTarget.selectionStart)}
        />
      </FieldFrame>
      {isOpen && (
        <Flex role="group" aria-label={t('insert')} gap="1" wrap="wrap" align="center" paddingTop="2">
          {offered.length > 0 && (
            <Text textStyle="xs" color="fg.muted">
              {t('insert')}
            </Text>
          )}
          {offered.map((completion) => (
            <Button
              key={completion.questionId ?? completion.name}
              variant="outline"
              size="xs"
              maxWidth="full"
              onClick={() => insert(completion)}
            >
              <Box as="span" truncate>
                {completion.isFunction ? `${completion.name}( )` : completion.name}
              </Box>
            </Button>
          ))}
          <Button variant="ghost" size="xs" onClick={() => setHelpOpen(true)}>
            <LuCircleHelp aria-hidden />
            {t('functions')}
          </Button>
        </Flex>
      )}
      {isHelpOpen && <FunctionHelp onClose={() => setHelpOpen(false)} />}
    </Box>
  )
}
