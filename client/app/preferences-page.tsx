import { Stack } from '@chakra-ui/react'
import { useText } from '#client/core/i18n.ts'
import { preferences, setTheme, themes } from '#client/core/preferences.ts'
import { ChoiceCards } from '#client/ui/choice-cards.tsx'
import { LanguageChoice } from '#client/ui/language-choice.tsx'
import { Page } from '#client/ui/page.tsx'
import { Panel } from '#client/ui/panel.tsx'

export function Component() {
  const t = useText('app')
  const theme = preferences((state) => state.theme)
  const options = themes.map((value) => ({ value, label: t(value) }))
  return (
    <Page title={t('preferences')} description={t('preferencesHint')}>
      <Panel maxWidth="2xl">
        <Stack gap="8">
          <LanguageChoice />
          <ChoiceCards label={t('theme')} value={theme} options={options} onChoose={setTheme} />
        </Stack>
      </Panel>
    </Page>
  )
}
