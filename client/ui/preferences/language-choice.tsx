import { useText } from '#client/core/i18n/i18n.ts'
import { chooseLanguage, languageNames } from '#client/core/i18n/language.ts'
import { useLanguage } from '#client/core/session/preferences.ts'
import { ChoiceCards } from '#client/ui/form/choice-cards.tsx'
import { languages } from '#shared/core/i18n/language.ts'

export function LanguageChoice() {
  const t = useText('app')
  const language = useLanguage()
  const options = languages.map((value) => ({ value, label: languageNames[value] }))
  return <ChoiceCards label={t('language')} value={language} options={options} onChoose={chooseLanguage} />
}
