import { SimpleGrid } from '@chakra-ui/react'
import { useText } from '#client/core/i18n/i18n.ts'
import { useEditor } from '#client/customization/editor/editor-context.ts'
import { ColorField, ContrastWarning } from '#client/customization/fields/color-field.tsx'
import { DraftTextField, DraftUrlField } from '#client/customization/fields/draft-fields.tsx'
import { pageColors } from '#client/customization/preview/page-colors.ts'
import type { BlockProps } from './block-props.ts'

export function ButtonFields({ block, path, set }: BlockProps<'button'>) {
  const t = useText('editor')
  const { draft, theme } = useEditor()
  const { card, accent } = pageColors(draft, theme)
  const { website, button_text, button_color, button_text_color, button_border_color } = block
  return (
    <>
      <SimpleGrid columns={{ base: 1, xl: 2 }} gap="4">
        <DraftTextField
          label={t('buttonText')}
          path={`${path}.button_text`}
          value={button_text}
          maxLength={60}
          onChange={(button_text) => set({ button_text }, 'button_text')}
        />
        <DraftUrlField
          label={t('website')}
          path={`${path}.website`}
          value={website}
          onChange={(website) => set({ website }, 'website')}
        />
        <ColorField
          label={t('buttonColor')}
          path={`${path}.button_color`}
          value={button_color}
          fallback={accent}
          onChange={(button_color) => set({ button_color }, 'button_color')}
        />
        <ColorField
          label={t('buttonTextColor')}
          path={`${path}.button_text_color`}
          value={button_text_color}
          fallback={card}
          onChange={(button_text_color) => set({ button_text_color }, 'button_text_color')}
        />
        <ColorField
          label={t('buttonBorderColor')}
          path={`${path}.button_border_color`}
          value={button_border_color}
          fallback={button_color || accent}
          onChange={(button_border_color) => set({ button_border_color }, 'button_border_color')}
        />
      </SimpleGrid>
      <ContrastWarning front={button_text_color} ground={button_color || accent} kind="words" />
    </>
  )
}
