import { useText } from '#client/core/i18n/i18n.ts'
import { useEditor } from '#client/customization/editor/editor-context.ts'
import { DraftCheckboxField, DraftIntegerField, DraftUrlField } from '#client/customization/fields/draft-fields.tsx'
import { HostHint } from '#client/customization/fields/host-hint.tsx'
import { embedUrl } from '#shared/customization/links/frames.ts'
import type { BlockProps } from './block-props.ts'

export function EmbedFields({ block: { link, height, enableBorder }, path, set }: BlockProps<'embed'>) {
  const t = useText('editor')
  const { state } = useEditor()
  const isApproved = embedUrl(link, state.hosts.embed) !== undefined
  return (
    <>
      <DraftUrlField
        label={t('link')}
        hint={isApproved ? t('linkApproved') : t('linkNotApproved')}
        path={`${path}.link`}
        value={link}
        onChange={(link) => set({ link }, 'link')}
      />
      <HostHint use="embed" link={link} />
      <DraftIntegerField
        label={t('height')}
        path={`${path}.height`}
        value={height}
        onChange={(height) => set({ height }, 'height')}
      />
      <DraftCheckboxField
        label={t('enableBorder')}
        path={`${path}.enableBorder`}
        checked={enableBorder}
        onChange={(enableBorder) => set({ enableBorder })}
      />
    </>
  )
}
