import { useText } from '#client/core/i18n/i18n.ts'
import { DraftTextField, DraftUrlField } from '#client/customization/fields/draft-fields.tsx'
import type { BlockProps } from './block-props.ts'

export function VideoFields({ block: { title, videoUrl, description }, path, set }: BlockProps<'video'>) {
  const t = useText('editor')
  return (
    <>
      <DraftTextField
        label={t('title')}
        path={`${path}.title`}
        value={title}
        most={120}
        onChange={(title) => set({ title }, 'title')}
      />
      <DraftUrlField
        label={t('videoUrl')}
        hint={t('videoHint')}
        path={`${path}.videoUrl`}
        value={videoUrl}
        onChange={(videoUrl) => set({ videoUrl }, 'videoUrl')}
      />
      <DraftTextField
        label={t('description')}
        path={`${path}.description`}
        value={description}
        most={2000}
        lines
        onChange={(description) => set({ description }, 'description')}
      />
    </>
  )
}
