import { call } from '#client/core/http/query-client.ts'
import { setLanguage } from '#client/core/session/preferences.ts'
import { hasUser } from '#client/core/session/session-machine.ts'
import { session } from '#client/core/session/session-state.ts'
import { authContract } from '#shared/auth/contract.ts'
import type { Language } from '#shared/core/i18n/language.ts'

/** The name of each language in that language. */
export const languageNames: Record<Language, string> = { enUS: 'English', ruRU: 'Русский' }

/** Changes the language on this device immediately, and for the account (for its e-mails) when a user is signed in. */
export function chooseLanguage(language: Language): void {
  setLanguage(language)
  const state = session.getState()
  if (!hasUser(state) || state.demo) return
  // The device has stored the choice already. If this call fails, the account keeps its language until the next change.
  call(authContract.setLanguage, { body: { language } }).catch(() => undefined)
}
