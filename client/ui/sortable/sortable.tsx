import { IconButton, Stack } from '@chakra-ui/react'
import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
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
import { createContext, type ReactNode, useContext } from 'react'
import { LuArrowDown, LuArrowUp, LuGripVertical, LuTrash2 } from 'react-icons/lu'
import { useText } from '#client/core/i18n/i18n.ts'
import { SortableKeyboardSensor } from './keyboard-sensor.ts'

type Order = { ids: readonly string[]; onMove: (from: number, to: number) => void }
type SortableContainerProps = Order & { children: ReactNode }

const OrderContext = createContext<Order>({ ids: [], onMove: () => undefined })

/** Makes the items inside, each with `useSortableItem`, draggable by mouse, touch or keyboard. */
export function SortableContainer({ ids, onMove, children }: SortableContainerProps) {
  const t = useText('ui')
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    // Without an animation of the scrolling, so that each key moves the item before the next one.
    useSensor(SortableKeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates, scrollBehavior: 'auto' }),
  )
  const dropped = ({ active, over }: DragEndEvent) => {
    if (over && active.id !== over.id) onMove(ids.indexOf(String(active.id)), ids.indexOf(String(over.id)))
  }
  const positionOf = ({ id }: { id: UniqueIdentifier }) => ({ place: ids.indexOf(String(id)) + 1, total: ids.length })
  const announcements: Announcements = {
    onDragStart: ({ active }) => t('sortableLifted', positionOf(active)),
    onDragOver: ({ over }) => (over ? t('sortableMoved', positionOf(over)) : undefined),
    onDragEnd: ({ over }) => (over ? t('sortableDropped', positionOf(over)) : t('sortablePutBack')),
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
        <OrderContext value={{ ids, onMove }}>{children}</OrderContext>
      </SortableContext>
    </DndContext>
  )
}

type SortableItem = ReturnType<typeof useSortableItem>

/** An item of a list that can be dragged, with announcements in the language of the interface. */
export function useSortableItem(id: string) {
  const t = useText('ui')
  const { ids, onMove } = useContext(OrderContext)
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition } = useSortable({
    id,
    attributes: { roleDescription: t('sortable') },
  })
  const index = ids.indexOf(id)
  return {
    /** For the element that moves. */
    box: {
      ref: setNodeRef,
      transform: CSS.Translate.toString(transform) ?? 'none',
      transition: transition ?? 'none',
    },
    handle: { ref: setActivatorNodeRef, ...attributes, ...listeners },
    isFirst: index === 0,
    isLast: index === ids.length - 1,
    moveBy: (by: 1 | -1) => onMove(index, index + by),
  }
}

/** Labels of an item's actions, in the texts of its screen. */
export type SortableText = (key: 'drag' | 'moveUp' | 'moveDown' | 'removeNamed', values: { name: string }) => string
type ControlProps = { item: SortableItem; t: SortableText; name: string }
const button = { type: 'button', variant: 'ghost', size: 'sm' } as const

/** The handle by which an item is dragged. */
export function DragHandle({ item, t, name }: ControlProps) {
  return (
    <IconButton {...button} cursor="grab" touchAction="none" {...item.handle} aria-label={t('drag', { name })}>
      <LuGripVertical />
    </IconButton>
  )
}

/** Buttons that move an item without dragging, or remove it. */
export function SortableButtons({ item, t, name, onRemove }: ControlProps & { onRemove: () => void }) {
  return (
    <>
      <IconButton
        {...button}
        disabled={item.isFirst}
        aria-label={t('moveUp', { name })}
        onClick={() => item.moveBy(-1)}
      >
        <LuArrowUp />
      </IconButton>
      <IconButton
        {...button}
        disabled={item.isLast}
        aria-label={t('moveDown', { name })}
        onClick={() => item.moveBy(1)}
      >
        <LuArrowDown />
      </IconButton>
      <IconButton {...button} aria-label={t('removeNamed', { name })} onClick={onRemove}>
        <LuTrash2 />
      </IconButton>
    </>
  )
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
