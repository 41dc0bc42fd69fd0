import { Tooltip as Chakra, Portal } from '@chakra-ui/react'
import type { ReactElement, ReactNode } from 'react'

type Props = { content: ReactNode; children: ReactElement; disabled?: boolean }

/** Additional text for an element with the pointer or the focus. The same information is available elsewhere too. */
export function Tooltip({ content, children, disabled = false }: Props) {
  if (disabled) return children
  return (
    <Chakra.Root openDelay={300} closeDelay={100} positioning={{ placement: 'right' }} lazyMount>
      <Chakra.Trigger asChild>{children}</Chakra.Trigger>
      <Portal>
        <Chakra.Positioner>
          <Chakra.Content>{content}</Chakra.Content>
        </Chakra.Positioner>
      </Portal>
    </Chakra.Root>
  )
}
