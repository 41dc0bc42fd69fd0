import { useText } from '#client/core/i18n/i18n.ts'
import { DraftCheckboxField, DraftIntegerField, DraftUrlField } from '#client/customization/fields/draft-fields.tsx'
import { HostHint } from '#client/customization/fields/host-hint.tsx'
import { parsePublicUrl } from '#shared/core/fields/web-url.ts'
import type { BlockProps } from './block-props.ts'

export function EmbedFields({ block: { link, height, enableBorder }, path, set }: BlockProps<'embed'>) {
  const t = useText('editor')
  // Once there is a host, the line below says what applies to it.
  const hasHost = parsePublicUrl(link) !== undefined
  return (
    <>
      <DraftUrlField
        label={t('link')}
        {...(!hasHost && { hint: t('linkNotApproved') })}
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
