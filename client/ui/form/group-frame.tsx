import { Box, Fieldset } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { LuCircleAlert } from 'react-icons/lu'

type Props = {
  label: ReactNode
  required?: boolean
  /** Read out after the label of required inputs that cannot say it themselves. */
  requiredWords?: ReactNode
  hint?: ReactNode
  error: ReactNode
  children: ReactNode
}

/** A label above several inputs, as `FieldFrame` has it above one. */
export function GroupFrame({ label, required = false, requiredWords, hint, error, children }: Props) {
  return (
    <Fieldset.Root invalid={error !== undefined} size="sm">
      <Fieldset.Legend fontSize="sm" lineHeight="1.25rem" fontWeight="500" color="fg" marginBottom="1.5">
        {label}
        {required && (
          <Box as="span" color="fg.error" aria-hidden>
            {' *'}
          </Box>
        )}
        {requiredWords}
      </Fieldset.Legend>
      {hint && error === undefined && <Fieldset.HelperText>{hint}</Fieldset.HelperText>}
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
