import { IconButton, Menu, Portal } from '@chakra-ui/react'
import { LuEllipsisVertical } from 'react-icons/lu'
import { useText } from '#client/core/i18n.ts'

export type RowAction = { id: string; label: string; onSelect: () => void; disabled?: boolean; danger?: boolean }

/** What can be done with one row; `name` tells a screen reader which. */
export function RowMenu({ name, actions }: { name: string; actions: readonly RowAction[] }) {
  const t = useText('ui')
  if (actions.length === 0) return null
  return (
    <Menu.Root positioning={{ placement: 'bottom-end' }} lazyMount>
      <Menu.Trigger asChild>
        <IconButton variant="ghost" size="sm" aria-label={t('actionsOf', { name })}>
          <LuEllipsisVertical />
        </IconButton>
      </Menu.Trigger>
      <Portal>
        <Menu.Positioner>
          <Menu.Content>
            {actions.map(({ id, label, onSelect, disabled, danger }) => (
              <Menu.Item
                key={id}
                value={id}
                disabled={disabled ?? false}
                onSelect={onSelect}
                {...(danger && { color: 'fg.error' })}
              >
                {label}
              </Menu.Item>
            ))}
          </Menu.Content>
        </Menu.Positioner>
      </Portal>
    </Menu.Root>
  )
}
