import { type Language, languageTags } from '#shared/core/i18n/language.ts'

/** Formats a temperature with one decimal in the notation of the language: "−3.5 °C", "−3,5 °C". */
export function degreesText(temp: number, language: Language): string {
  const format = new Intl.NumberFormat(languageTags[language], { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  return `${format.format(temp).replace('-', '−')} °C`
}
