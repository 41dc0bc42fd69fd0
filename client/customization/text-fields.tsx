import { useText } from '#client/core/i18n.ts'
import { RichText } from '#client/ui/rich-text/rich-text.tsx'
import type { BlockProps } from './block-props.ts'
import { useEditing } from './editing.ts'
import { Frame } from './fields.tsx'
import { UndoButtons } from './undo-buttons.tsx'

export function TextFields({ block: { content }, path, set }: BlockProps<'text'>) {
  const t = useText('editor')
  const { history } = useEditing()
  return (
    <Frame label={t('text')} path={`${path}.content`}>
      <RichText
        label={t('text')}
        value={content}
        onChange={(content) => set({ content }, 'content')}
        tools={<UndoButtons {...history} size="xs" />}
      />
    </Frame>
  )
}
