import { useText } from '#client/core/i18n.ts'
import { RichTextEditor } from '#client/ui/rich-text/rich-text.tsx'
import type { BlockProps } from './block-props.ts'
import { useEditor } from './editing.ts'
import { DraftFieldFrame } from './fields.tsx'
import { UndoButtons } from './undo-buttons.tsx'

export function TextFields({ block: { content }, path, set }: BlockProps<'text'>) {
  const t = useText('editor')
  const { history } = useEditor()
  return (
    <DraftFieldFrame label={t('text')} path={`${path}.content`}>
      <RichTextEditor
        label={t('text')}
        value={content}
        onChange={(content) => set({ content }, 'content')}
        tools={<UndoButtons {...history} size="xs" />}
      />
    </DraftFieldFrame>
  )
}
