import type { Language } from '#shared/core/i18n/language.ts'
import { patternSentence } from '#shared/pattern/pattern-sentence.ts'
import { caseText } from '#shared/verdict/reason-text.ts'
import type { AlertReason } from './contract.ts'

/** The reason of an alert in one sentence: the one that its screen shows. */
export const alertReasonText = (reason: AlertReason, language: Language): string =>
  'fired' in reason
    ? caseText({ fired: reason.fired, report: null }, language, '')
    : patternSentence(reason.seen, language)
