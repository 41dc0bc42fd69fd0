import { Text } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { useText } from '#client/core/i18n/i18n.ts'
import { GroupFrame } from '#client/ui/form/group-frame.tsx'
import type { AnswerFieldProps } from './view.ts'

type Props = Pick<AnswerFieldProps, 'question' | 'error'> & {
  /** The name says that an answer is required, because the inputs themselves cannot. */
  saysRequired?: boolean
  children: ReactNode
}

/** The name of a question above several inputs. */
export function OptionsFrame({ question: { name, hint, required }, error, saysRequired = false, children }: Props) {
  const t = useText('submission')
  const words = (
    <Text as="span" srOnly>
      {' '}
      {t('requiredMark')}
    </Text>
  )
  return (
    <GroupFrame
      label={name}
      required={required}
      requiredWords={required && saysRequired && words}
      hint={hint}
      error={error}
    >
      {children}
    </GroupFrame>
  )
}
