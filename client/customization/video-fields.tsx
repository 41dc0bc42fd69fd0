import { useText } from '#client/core/i18n.ts'
import type { BlockProps } from './block-props.ts'
import { Address, Words } from './fields.tsx'

export function VideoFields({ block: { title, videoUrl, description }, path, set }: BlockProps<'video'>) {
  const t = useText('editor')
  return (
    <>
      <Words
        label={t('title')}
        path={`${path}.title`}
        value={title}
        most={120}
        onChange={(title) => set({ title }, 'title')}
      />
      <Address
        label={t('videoUrl')}
        hint={t('videoHint')}
        path={`${path}.videoUrl`}
        value={videoUrl}
        onChange={(videoUrl) => set({ videoUrl }, 'videoUrl')}
      />
      <Words
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
