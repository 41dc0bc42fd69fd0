import { useText } from '#client/core/i18n.ts'
import { chooseLanguage, languageNames } from '#client/core/language.ts'
import { preferences } from '#client/core/preferences.ts'
import { languages } from '#shared/core/language.ts'
import { ChoiceCards } from './choice-cards.tsx'

export function LanguageChoice() {
  const t = useText('app')
  const language = preferences((state) => state.language)
  const options = languages.map((value) => ({ value, label: languageNames[value] }))
  return <ChoiceCards label={t('language')} value={language} options={options} onChoose={chooseLanguage} />
}
