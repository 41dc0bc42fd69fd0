import { Box, Fieldset } from '@chakra-ui/react'
import { type ReactNode, useId } from 'react'
import { LuCircleAlert } from 'react-icons/lu'
import type { AnswerFieldProps } from './view.ts'

type Props = Pick<AnswerFieldProps, 'question' | 'error'> & { children: (labelId: string) => ReactNode }

/** The name of a question above several inputs, as `FieldFrame` has it above one. */
export function OptionsFrame({ question: { name, required }, error, children }: Props) {
  const labelId = useId()
  return (
    <Fieldset.Root invalid={error !== undefined} size="sm">
      <Fieldset.Legend id={labelId} fontSize="sm" lineHeight="1.25rem" fontWeight="500" color="fg" marginBottom="1.5">
        {name}
        {required && (
          <Box as="span" color="fg.error" aria-hidden>
            {' *'}
          </Box>
        )}
      </Fieldset.Legend>
      {children(labelId)}
      {error !== undefined && (
        <Fieldset.ErrorText display="flex" gap="1" alignItems="center" textStyle="xs" fontWeight="500">
          <Box asChild flexShrink="0">
            <LuCircleAlert aria-hidden />
          </Box>
          {error}
        </Fieldset.ErrorText>
      )}
    </Fieldset.Root>
  )
}
