import { formatDate } from '#client/core/format/date.ts'
import { formatNumber } from '#client/core/format/number.ts'
import type { Translate } from '#client/core/i18n/i18n.ts'
import type { ScanProblem } from '#shared/scan/parse-scan.ts'
import type { CodeCheckResult } from './code-check.ts'
import type { FeedbackKind } from './scan-feedback.ts'
import type { ScanMessage } from './scan-reducer.ts'

type ScanTranslate = Translate<'scan'>

/** The sound and color of each event. Actions of the user are silent. */
export function feedbackOf(message: ScanMessage): FeedbackKind | undefined {
  if (message.kind === 'added') return 'good'
  if (message.kind === 'again') return 'again'
  if (message.kind === 'bad' && isDoneBefore(message.result)) return 'again'
  return message.kind === 'misread' || message.kind === 'bad' || message.kind === 'full' ? 'bad' : undefined
}

/** The action was done before: the code is correct, and there is nothing left to do. */
export const isDoneBefore = ({ status, acceptable }: CodeCheckResult): boolean =>
  !acceptable && (status === 'active' || status === 'pending')

export function scanMessageText(message: ScanMessage, t: ScanTranslate): string {
  switch (message.kind) {
    case 'added':
    case 'again':
    case 'undone':
      return t(message.kind, { row: formatNumber(message.row) })
    case 'bad':
      return t('rowBad', { row: formatNumber(message.row), reason: checkResultText(message.result, t) })
    case 'misread':
      return misreadText(message.problem, t)
    case 'cleared':
    case 'restored':
      return t(message.kind, { count: message.count, shown: formatNumber(message.count) })
    case 'full':
      return t('full', { shown: formatNumber(message.count) })
  }
}

export function checkResultText({ status: about, since }: CodeCheckResult, t: ScanTranslate): string {
  return about === 'active' && since ? t('activeSince', { date: formatDate(since) }) : t(about)
}

export function misreadText(problem: ScanProblem, t: ScanTranslate): string {
  switch (problem.kind) {
    case 'blank':
      return t('blank')
    case 'website':
      return t('website', { host: problem.host })
    case 'other':
      return t('other', { text: problem.text })
    case 'scratch':
    case 'keyboard':
      return t(problem.kind)
    case 'damaged':
      return problem.damage.kind === 'letter'
        ? t('wrongLetter')
        : t(problem.damage.kind === 'doubled' ? 'doubled' : 'malformed', { letters: problem.damage.letters })
  }
}
