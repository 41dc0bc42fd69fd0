import { formatDate } from '#client/core/dates.ts'
import { formatNumber } from '#client/core/format.ts'
import type { Translate } from '#client/core/i18n.ts'
import type { Misread } from '#shared/scan/reading.ts'
import type { Judgement } from './judge.ts'
import type { Said } from './pipeline.ts'
import type { Mood } from './signal.ts'

type Words = Translate<'scan'>

/** How an event sounds and looks; what the person did on purpose makes no noise. */
export function moodOf(said: Said): Mood | undefined {
  if (said.kind === 'added') return 'good'
  if (said.kind === 'again') return 'again'
  return said.kind === 'misread' || said.kind === 'bad' || said.kind === 'full' ? 'bad' : undefined
}

export function wordsOf(said: Said, t: Words): string {
  switch (said.kind) {
    case 'added':
    case 'again':
    case 'undone':
      return t(said.kind, { row: formatNumber(said.row) })
    case 'bad':
      return t('rowBad', { row: formatNumber(said.row), reason: judgementWords(said.judgement, t) })
    case 'misread':
      return misreadWords(said.problem, t)
    case 'cleared':
    case 'restored':
      return t(said.kind, { count: said.count, shown: formatNumber(said.count) })
    case 'full':
      return t('full', { shown: formatNumber(said.count) })
  }
}

export function judgementWords({ about, since }: Judgement, t: Words): string {
  return about === 'active' && since ? t('activeSince', { date: formatDate(since) }) : t(about)
}

function misreadWords(problem: Misread, t: Words): string {
  switch (problem.kind) {
    case 'blank':
      return t('blank')
    case 'website':
      return t('website', { host: problem.host })
    case 'other':
      return t('other', { text: problem.text })
    case 'malformed':
      return problem.isWholeLength ? t('wrongLetter') : t('malformed', { letters: problem.letters })
  }
}
