import { Flex, IconButton } from '@chakra-ui/react'
import { LuRedo2, LuUndo2 } from 'react-icons/lu'
import { useText } from '#client/core/i18n/i18n.ts'
import type { EditorState } from './editor-context.ts'

type Props = EditorState['history'] & { size?: 'xs' | 'md' }

export function UndoButtons({ canUndo, canRedo, undo, redo, size = 'md' }: Props) {
  const t = useText('editor')
  return (
    <Flex>
      <IconButton
        type="button"
        variant="ghost"
        size={size}
        aria-label={t('undo')}
        aria-keyshortcuts="Control+Z"
        disabled={!canUndo}
        onClick={undo}
      >
        <LuUndo2 />
      </IconButton>
      <IconButton
        type="button"
        variant="ghost"
        size={size}
        aria-label={t('redo')}
        aria-keyshortcuts="Control+Shift+Z"
        disabled={!canRedo}
        onClick={redo}
      >
        <LuRedo2 />
      </IconButton>
    </Flex>
  )
}
