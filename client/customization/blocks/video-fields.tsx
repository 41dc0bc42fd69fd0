import { useText } from '#client/core/i18n/i18n.ts'
import { DraftUrlField } from '#client/customization/fields/draft-fields.tsx'
import type { BlockProps } from './block-props.ts'
import { DescriptionField, TitleField } from './common-fields.tsx'

export function VideoFields({ block: { title, videoUrl, description }, path, set }: BlockProps<'video'>) {
  const t = useText('editor')
  return (
    <>
      <TitleField value={title} path={path} set={set} />
      <DraftUrlField
        label={t('videoUrl')}
        hint={t('videoHint')}
        path={`${path}.videoUrl`}
        value={videoUrl}
        onChange={(videoUrl) => set({ videoUrl }, 'videoUrl')}
      />
      <DescriptionField value={description} path={path} set={set} />
    </>
  )
}
