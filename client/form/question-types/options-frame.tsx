import { Box, Fieldset, Text } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { LuCircleAlert } from 'react-icons/lu'
import { useText } from '#client/core/i18n/i18n.ts'
import type { AnswerFieldProps } from './view.ts'

type Props = Pick<AnswerFieldProps, 'question' | 'error'> & {
  /** The name says that an answer is required, because the inputs themselves cannot. */
  saysRequired?: boolean
  children: ReactNode
}

/** The name of a question above several inputs, as `FieldFrame` has it above one. */
export function OptionsFrame({ question: { name, required }, error, saysRequired = false, children }: Props) {
  const t = useText('submission')
  return (
    <Fieldset.Root invalid={error !== undefined} size="sm">
      <Fieldset.Legend fontSize="sm" lineHeight="1.25rem" fontWeight="500" color="fg" marginBottom="1.5">
        {name}
        {required && (
          <Box as="span" color="fg.error" aria-hidden>
            {' *'}
          </Box>
        )}
        {required && saysRequired && (
          <Text as="span" srOnly>
            {' '}
            {t('requiredMark')}
          </Text>
        )}
      </Fieldset.Legend>
      {children}
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
