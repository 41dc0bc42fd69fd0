import { useText } from '#client/core/i18n/i18n.ts'
import { DraftTextField, DraftUrlField } from '#client/customization/fields/draft-fields.tsx'
import { FilesField } from '#client/customization/fields/file-fields.tsx'
import { maxImages } from '#shared/customization/blocks.ts'
import type { BlockProps } from './block-props.ts'

export function ImageFields({ block: { description, images }, path, set }: BlockProps<'image'>) {
  const t = useText('editor')
  const link = (index: number, imageExternalUrl: string) =>
    set(
      { images: images.map((image, place) => (place === index ? { ...image, imageExternalUrl } : image)) },
      `images.${index}`,
    )
  return (
    <>
      <DraftTextField
        label={t('description')}
        path={`${path}.description`}
        value={description}
        maxLength={500}
        onChange={(description) => set({ description }, 'description')}
      />
      <FilesField
        label={t('images')}
        path={`${path}.images`}
        files={images}
        max={maxImages}
        purpose="image"
        hint={t('dropHint')}
        filled={(file) => ({ ...file, imageExternalUrl: '' })}
        onChange={(update) => set((block) => ({ images: update(block.images) }))}
        about={({ name, imageExternalUrl }, index) => (
          <DraftUrlField
            label={t('externalLink', { name })}
            hint={t('linkHint')}
            path={`${path}.images.${index}.imageExternalUrl`}
            value={imageExternalUrl}
            onChange={(url) => link(index, url)}
          />
        )}
      />
    </>
  )
}
