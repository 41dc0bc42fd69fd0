import { useText } from '#client/core/i18n/i18n.ts'
import { useEditor } from '#client/customization/editor/editor-context.ts'
import { UndoButtons } from '#client/customization/editor/undo-buttons.tsx'
import { DraftFieldFrame } from '#client/customization/fields/draft-fields.tsx'
import { RichTextEditor } from '#client/rich-text/rich-text-editor.tsx'
import type { BlockProps } from './block-props.ts'

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
