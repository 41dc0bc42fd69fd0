import { Flex, Stack } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { DragHandle, SortableButtons, type SortableText, useSortableItem } from './sortable.tsx'

type Props = {
  id: string
  /** The name of the item for screen readers. */
  name: string
  t: SortableText
  onRemove: () => void
  /** Content between the handle and the buttons. */
  head: ReactNode
  /** Buttons before those that move and remove the item. */
  actions?: ReactNode
  /** Without its fields: only its heading. */
  isCollapsed?: boolean
  children: ReactNode
  /** Called when the user works in the card. */
  onEnter?: () => void
}

/** An item of a `SortableList`: a handle, its heading and its buttons above its fields. */
export function SortableCard({ id, name, t, onRemove, head, actions, isCollapsed = false, children, onEnter }: Props) {
  const item = useSortableItem(id)
  return (
    <Stack
      as="li"
      gap="4"
      padding={{ base: '3', md: '4' }}
      borderWidth="1px"
      borderRadius="l3"
      bg="bg.panel"
      {...(onEnter && { onFocusCapture: onEnter })}
      {...item.box}
    >
      <Flex gap="1" rowGap="2" align="end" wrap={{ base: 'wrap', md: 'nowrap' }}>
        <DragHandle item={item} t={t} name={name} />
        <Flex flex="1 1 0" minWidth="0" order={{ base: '5', md: '0' }} flexBasis={{ base: '100%', md: '0' }}>
          {head}
        </Flex>
        <Flex marginInlineStart="auto">
          {actions}
          <SortableButtons item={item} t={t} name={name} onRemove={onRemove} />
        </Flex>
      </Flex>
      {!isCollapsed && children}
    </Stack>
  )
}
