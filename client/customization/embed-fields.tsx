import { useText } from '#client/core/i18n.ts'
import { embedOf } from '#shared/customization/frames.ts'
import type { BlockProps } from './block-props.ts'
import { useEditing } from './editing.ts'
import { Address, Tick, Whole } from './fields.tsx'

export function EmbedFields({ block: { link, height, enableBorder }, path, set }: BlockProps<'embed'>) {
  const t = useText('editor')
  const { state } = useEditing()
  const isApproved = embedOf(link, state.hosts.embed) !== undefined
  return (
    <>
      <Address
        label={t('link')}
        hint={isApproved ? t('linkApproved') : t('linkNotApproved')}
        path={`${path}.link`}
        value={link}
        onChange={(link) => set({ link }, 'link')}
      />
      <Whole
        label={t('height')}
        path={`${path}.height`}
        value={height}
        onChange={(height) => set({ height }, 'height')}
      />
      <Tick
        label={t('enableBorder')}
        path={`${path}.enableBorder`}
        checked={enableBorder}
        onChange={(enableBorder) => set({ enableBorder })}
      />
    </>
  )
}
