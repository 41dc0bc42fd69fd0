import type { MailContent } from '#server/core/mail/mail.ts'
import type { ChainAlert } from '#shared/anchoring/chain-alerts.ts'
import { chainProblemText } from '#shared/anchoring/chain-problem-text.ts'
import type { ChainId } from '#shared/anchoring/contract.ts'
import { anchoringMailText } from '#shared/anchoring/mail-text.ts'
import { anchoringText } from '#shared/anchoring/text.ts'
import { textIn } from '#shared/core/i18n/fill.ts'

type Problem = { kind: ChainAlert['kind'] | 'logForked'; detail: string }

/** One mail about the new alerts of a chain. */
export const alertMail =
  (chain: ChainId, alerts: readonly ChainAlert[]): MailContent =>
  (language, publicUrl) => {
    const { subject, ...text } = problemMail(alerts)(language, publicUrl)
    return { subject: `${anchoringText[language][chain]}: ${subject}`, ...text }
  }

/** For each problem: its meaning, the action of the operator, and its facts. */
export const problemMail =
  (problems: readonly Problem[]): MailContent =>
  (language) => {
    const t = textIn(anchoringMailText, language)
    const text = chainProblemText[language]
    return {
      subject: problems.map(({ kind }) => text[kind]).join('; '),
      paragraphs: problems.flatMap(({ kind, detail }) => [
        `${text[kind]}. ${text[`${kind}Do`]}`,
        t('detail', { detail }),
      ]),
      action: { label: t('open'), path: '/chains' },
    }
  }
