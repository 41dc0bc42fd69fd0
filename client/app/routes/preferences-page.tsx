import { Stack } from '@chakra-ui/react'
import { useText } from '#client/core/i18n/i18n.ts'
import { colors, preferences, setPrimaryColor, setSecondaryColor, setTheme } from '#client/core/session/preferences.ts'
import { ChoiceCards } from '#client/ui/form/choice-cards.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { Panel } from '#client/ui/layout/panel.tsx'
import { LanguageChoice } from '#client/ui/preferences/language-choice.tsx'
import { themes } from '#shared/core/theme.ts'

export function Component() {
  const t = useText('app')
  const { theme, primaryColor, secondaryColor } = preferences()
  const options = themes.map((value) => ({ value, label: t(value) }))
  const palette = colors.map((value) => ({ value, label: t(value), swatch: `${value}.solid` }))
  return (
    <Page title={t('preferences')} description={t('preferencesHint')}>
      <Panel maxWidth="2xl">
        <Stack gap="8">
          <LanguageChoice />
          <ChoiceCards label={t('theme')} value={theme} options={options} onChoose={setTheme} />
          <ChoiceCards label={t('primaryColor')} value={primaryColor} options={palette} onChoose={setPrimaryColor} />
          <ChoiceCards
            label={t('secondaryColor')}
            value={secondaryColor}
            options={palette}
            onChoose={setSecondaryColor}
          />
        </Stack>
      </Panel>
    </Page>
  )
}
