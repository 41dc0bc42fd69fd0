import { SimpleGrid } from '@chakra-ui/react'
import { useText } from '#client/core/i18n/i18n.ts'
import type { PageDraftFields } from '#client/customization/draft/draft.ts'
import { ColorField, ContrastWarning } from '#client/customization/fields/color-field.tsx'
import { DraftSelectField, DraftTextField, DraftUrlField } from '#client/customization/fields/draft-fields.tsx'
import { PictureField } from '#client/customization/fields/file-fields.tsx'
import { pageColors } from '#client/customization/preview/page-colors.ts'
import { socialIcons } from '#shared/customization/contract.ts'
import { CertificatePicker } from './certificate-picker.tsx'
import { useEditor } from './editor-context.ts'

const badgeNames = { '{product}': 'Assay', EcoTag: 'EcoTag', Halal: 'Halal' } as const

/** The text and the style of the verdict. */
export function OutputFields() {
  const t = useText('editor')
  const { draft, change, state, theme } = useEditor()
  const { background_color } = draft
  const { card, accent } = pageColors(draft, theme)
  const set = (set: Partial<PageDraftFields>) => change({ do: 'set', set }, Object.keys(set)[0])
  const badges = [
    { value: '', label: t('noBadge') },
    ...state.badges.map((value) => ({ value, label: badgeNames[value] })),
  ]
  const icons = socialIcons.map((value) => ({ value, label: value === 'Other' ? t('Other') : value }))
  return (
    <>
      <SimpleGrid columns={{ base: 1, xl: 2 }} gap="4">
        <DraftSelectField
          label={t('badge')}
          path="badge"
          value={draft.badge}
          options={badges}
          onChange={(badge) => set({ badge: badge as PageDraftFields['badge'] })}
        />
        <ColorField
          label={t('colorTheme')}
          path="background_color"
          value={background_color}
          fallback={accent}
          onChange={(background_color) => set({ background_color })}
        />
        <DraftSelectField
          label={t('socialIcon')}
          path="social_icon"
          value={draft.social_icon}
          options={icons}
          onChange={(icon) => set({ social_icon: icon as PageDraftFields['social_icon'] })}
        />
        <DraftUrlField
          label={t('socialLink')}
          path="social_link"
          value={draft.social_link}
          onChange={(social_link) => set({ social_link })}
        />
      </SimpleGrid>
      {background_color !== '' && <ContrastWarning front={accent} ground={card} kind="words" />}
      <PictureField
        label={t('logo')}
        path="logo"
        hint={t('squareHint')}
        file={draft.logo}
        onChange={(logo) => set({ logo })}
      />
      <DraftTextField
        label={t('verifiedText')}
        path="verified_text"
        value={draft.verified_text}
        maxLength={80}
        onChange={(verified_text) => set({ verified_text })}
      />
      <DraftTextField
        label={t('passDescription')}
        path="description"
        value={draft.description}
        maxLength={500}
        lines
        onChange={(description) => set({ description })}
      />
      <CertificatePicker />
    </>
  )
}
