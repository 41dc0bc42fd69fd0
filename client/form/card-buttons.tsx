import { IconButton } from '@chakra-ui/react'
import { LuChevronsDownUp, LuChevronsUpDown, LuCopy } from 'react-icons/lu'
import { useText } from '#client/core/i18n/i18n.ts'

type Props = { name: string; isCollapsed: boolean; onCollapse: () => void; onDuplicate: () => void }

/** Buttons of a section or question that show only its heading, or copy it. */
export function CardButtons({ name, isCollapsed, onCollapse, onDuplicate }: Props) {
  const t = useText('form')
  const Icon = isCollapsed ? LuChevronsUpDown : LuChevronsDownUp
  return (
    <>
      <IconButton
        variant="ghost"
        size="sm"
        aria-expanded={!isCollapsed}
        aria-label={t(isCollapsed ? 'expandNamed' : 'collapseNamed', { name })}
        onClick={onCollapse}
      >
        <Icon />
      </IconButton>
      <IconButton variant="ghost" size="sm" aria-label={t('duplicateNamed', { name })} onClick={onDuplicate}>
        <LuCopy />
      </IconButton>
    </>
  )
}
