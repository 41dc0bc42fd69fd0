import i18next, { type BackendModule } from 'i18next'
import { initReactI18next, useTranslation } from 'react-i18next'
import { config } from 'zod'
import { en } from 'zod/locales'
import { loadChunk } from '#client/core/async/load-chunk.ts'
import { preferences } from '#client/core/session/preferences.ts'
import type { PluralTextKey, TextKey } from '#shared/core/i18n/define-text.ts'
import { defaultLanguage, type Language, languages } from '#shared/core/i18n/language.ts'
import { localeTag } from './locale.ts'
import { loadText, type Namespace, type NamespaceText, textFiles } from './namespaces.ts'

export type { Namespace } from './namespaces.ts'

type Values = Record<string, string | number>
/** Fills `{{word}}` from the values. A key with plural forms needs `count`, which chooses one: without it, the key itself would be shown. */
export type Translate<N extends Namespace> = <const K extends TextKey<NamespaceText<N>>>(
  key: K,
  ...values: [Extract<K, PluralTextKey<NamespaceText<N>>>] extends [never]
    ? [values?: Values]
    : [values: Values & { count: number }]
) => string

const textBackend: BackendModule = {
  type: 'backend',
  init() {},
  async read(language, namespace, done) {
    try {
      const text = await loadChunk(() => loadText(namespace as Namespace), 'wait')
      done(null, text[language as Language])
    } catch (error) {
      done(error as Error, false)
    }
  },
}

/** i18next looks up plural rules by BCP 47 tag; our language names are these tags without their hyphen. */
const pluralRules = { enUS: new Intl.PluralRules(localeTag.enUS), ruRU: new Intl.PluralRules(localeTag.ruRU) }

/** @param preloaded namespaces that the first screen needs besides `app` and `ui` */
export async function startI18n(preloaded: readonly Namespace[] = []): Promise<void> {
  await i18next
    .use(textBackend)
    .use(initReactI18next)
    .init({
      lng: preferences.getState().language,
      fallbackLng: defaultLanguage,
      supportedLngs: languages,
      load: 'currentOnly',
      ns: ['app', 'ui', ...preloaded],
      defaultNS: 'app',
      keySeparator: false,
      nsSeparator: ':',
      interpolation: { escapeValue: false },
      react: { useSuspense: true },
    })
  Object.assign(i18next.services.pluralResolver, {
    getRule: (language: string) => pluralRules[language as Language] ?? pluralRules[defaultLanguage],
  })
  preferences.subscribe(({ language }, before) => {
    if (language === before.language) return
    void applyLanguage(language)
    void i18next.changeLanguage(language)
  })
  // A session that is refreshed meanwhile sets the language of its account.
  const { language } = preferences.getState()
  if (language !== i18next.language) await i18next.changeLanguage(language)
  await applyLanguage(language)
}

/** The default messages of validation rules without a message of their own. */
const zodLocales: Record<Language, () => Promise<typeof en>> = {
  enUS: async () => en,
  ruRU: async () => (await import('./zod-ru.ts')).zodRussian,
}

async function applyLanguage(language: Language): Promise<void> {
  document.documentElement.lang = localeTag[language]
  const wordings = await zodLocales[language]()
  if (preferences.getState().language === language) config(wordings())
}

/** Returns the texts of one namespace in the current language. Suspends until they are loaded. */
export function useText<N extends Namespace>(namespace: N): Translate<N> {
  const { t } = useTranslation(namespace)
  return t as unknown as Translate<N>
}

/** Does the same outside of components, for namespaces that are already loaded. */
export function textOf<N extends Namespace>(namespace: N): Translate<N> {
  return i18next.getFixedT(null, namespace) as unknown as Translate<N>
}

/** Preloads the texts of a component. */
export async function loadTexts(
  namespaces: readonly Namespace[] = Object.keys(textFiles) as Namespace[],
): Promise<void> {
  await i18next.loadNamespaces(namespaces)
}
