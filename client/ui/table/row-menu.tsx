import { Menu, Portal, type SystemStyleObject } from '@chakra-ui/react'
import { type ComponentProps, useState } from 'react'
import { LuEllipsisVertical } from 'react-icons/lu'
import { useText } from '#client/core/i18n/i18n.ts'

export type RowAction = { id: string; label: string; onSelect: () => void; disabled?: boolean; danger?: boolean }

/**
 * The actions of one row; `name` is the row for screen readers. The menu is created when first opened, because it costs
 * more than its row.
 */
export function RowMenu({ name, actions }: { name: string; actions: readonly RowAction[] }) {
  const t = useText('ui')
  const [isMade, setMade] = useState(false)
  if (actions.length === 0) return null
  const label = t('actionsOf', { name })
  if (!isMade)
    return <MenuTrigger aria-label={label} aria-haspopup="menu" aria-expanded={false} onClick={() => setMade(true)} />
  return (
    <Menu.Root
      positioning={{ placement: 'bottom-end' }}
      defaultOpen
      onSelect={({ value }) => actions.find(({ id }) => id === value)?.onSelect()}
    >
      <Menu.Trigger asChild>
        <MenuTrigger aria-label={label} />
      </Menu.Trigger>
      <Portal>
        <Menu.Positioner>
          <Menu.Content>
            {actions.map(({ id, label, disabled = false, danger }) => (
              <Menu.Item key={id} value={id} disabled={disabled} {...(danger && { color: 'fg.error' })}>
                {label}
              </Menu.Item>
            ))}
          </Menu.Content>
        </Menu.Positioner>
      </Portal>
    </Menu.Root>
  )
}

function MenuTrigger(props: ComponentProps<'button'>) {
  return (
    <button type="button" data-opener="" {...props}>
      <LuEllipsisVertical />
    </button>
  )
}

/** Styles of the menu buttons, applied by the surrounding list. */
export const menuTriggerStyles: Record<string, SystemStyleObject> = {
  '& [data-opener]': {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    boxSize: '9',
    flexShrink: '0',
    borderRadius: 'l2',
    color: 'colorPalette.fg',
    cursor: 'button',
    focusVisibleRing: 'outside',
    _hover: { bg: 'colorPalette.subtle' },
    _expanded: { bg: 'colorPalette.subtle' },
    '& svg': { boxSize: '4' },
  },
}
