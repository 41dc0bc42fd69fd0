import { call } from '#client/core/http/query-client.ts'
import { setLanguage } from '#client/core/session/preferences.ts'
import { session } from '#client/core/session/session.ts'
import { authContract } from '#shared/auth/contract.ts'
import type { Language } from '#shared/core/i18n/language.ts'

/** Each language under its own name. */
export const languageNames: Record<Language, string> = { enUS: 'English', ruRU: 'Русский' }

/** Changes the language here at once, and for the account (its mails too) where there is one. */
export function chooseLanguage(language: Language): void {
  setLanguage(language)
  const { status, demo } = session.getState()
  if (status !== 'in' || demo) return
  // The device has the choice already; the account takes it at the next occasion if this call fails.
  call(authContract.setLanguage, { body: { language } }).catch(() => undefined)
}
