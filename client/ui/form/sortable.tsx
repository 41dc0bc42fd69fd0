import { Flex, IconButton, Stack } from '@chakra-ui/react'
import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import type { ReactNode } from 'react'
import { LuArrowDown, LuArrowUp, LuGripVertical, LuTrash2 } from 'react-icons/lu'
import { useText } from '#client/core/i18n/i18n.ts'

type SortableContainerProps = {
  ids: readonly string[]
  onMove: (from: number, to: number) => void
  children: ReactNode
}

/** Lets the items inside, each with `useSortableItem`, be dragged by mouse, finger or keyboard. */
export function SortableContainer({ ids, onMove, children }: SortableContainerProps) {
  const t = useText('ui')
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const dropped = ({ active, over }: DragEndEvent) => {
    if (over && active.id !== over.id) onMove(ids.indexOf(String(active.id)), ids.indexOf(String(over.id)))
  }
  const place = ({ id }: { id: UniqueIdentifier }) => ({ place: ids.indexOf(String(id)) + 1, total: ids.length })
  const announcements: Announcements = {
    onDragStart: ({ active }) => t('sortableLifted', place(active)),
    onDragOver: ({ over }) => (over ? t('sortableMoved', place(over)) : undefined),
    onDragEnd: ({ over }) => (over ? t('sortableDropped', place(over)) : t('sortablePutBack')),
    onDragCancel: () => t('sortablePutBack'),
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={dropped}
      accessibility={{ announcements, screenReaderInstructions: { draggable: t('sortableHow') } }}
    >
      <SortableContext items={[...ids]} strategy={verticalListSortingStrategy}>
        {children}
      </SortableContext>
    </DndContext>
  )
}

/** An item of a list that can be dragged, and says so in the language of the interface. */
export function useSortableItem(id: string) {
  const t = useText('ui')
  return useSortable({ id, attributes: { roleDescription: t('sortable') } })
}

/** An ordered list whose items can be dragged. */
export function SortableList({ label, children, ...sorting }: SortableContainerProps & { label: string }) {
  return (
    <SortableContainer {...sorting}>
      <Stack as="ol" listStyleType="none" gap="4" aria-label={label}>
        {children}
      </Stack>
    </SortableContainer>
  )
}

type ItemProps = {
  id: string
  index: number
  last: boolean
  /** Names of the four things that can be done with the item. */
  labels: { drag: string; up: string; down: string; remove: string }
  onMove: (from: number, to: number) => void
  onRemove: () => void
  /** Stands between the handle and the buttons. */
  head: ReactNode
  children: ReactNode
}

export function SortableItem({ id, index, last, labels, onMove, onRemove, head, children }: ItemProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition } = useSortableItem(id)
  const button = { type: 'button', variant: 'ghost', size: 'sm' } as const
  return (
    <Stack
      as="li"
      ref={setNodeRef}
      gap="4"
      padding={{ base: '3', md: '4' }}
      borderWidth="1px"
      borderRadius="l3"
      bg="bg.panel"
      transform={CSS.Translate.toString(transform) ?? 'none'}
      transition={transition ?? 'none'}
    >
      <Flex gap="1" rowGap="2" align="end" wrap={{ base: 'wrap', md: 'nowrap' }}>
        <IconButton
          ref={setActivatorNodeRef}
          {...button}
          cursor="grab"
          touchAction="none"
          {...attributes}
          {...listeners}
          aria-label={labels.drag}
        >
          <LuGripVertical />
        </IconButton>
        <Flex flex="1 1 0" minWidth="0" order={{ base: '5', md: '0' }} flexBasis={{ base: '100%', md: '0' }}>
          {head}
        </Flex>
        <Flex marginInlineStart="auto">
          <IconButton
            {...button}
            disabled={index === 0}
            aria-label={labels.up}
            onClick={() => onMove(index, index - 1)}
          >
            <LuArrowUp />
          </IconButton>
          <IconButton {...button} disabled={last} aria-label={labels.down} onClick={() => onMove(index, index + 1)}>
            <LuArrowDown />
          </IconButton>
          <IconButton {...button} aria-label={labels.remove} onClick={onRemove}>
            <LuTrash2 />
          </IconButton>
        </Flex>
      </Flex>
      {children}
    </Stack>
  )
}
