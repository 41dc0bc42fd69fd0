import { defineMail, type MailData, type MailTemplate } from '#server/core/mail/mail.ts'
import type { ChainAlert } from '#shared/anchoring/chain-alerts.ts'
import { chainProblemText } from '#shared/anchoring/chain-problem-text.ts'
import type { ChainId } from '#shared/anchoring/contract.ts'
import { anchoringText } from '#shared/anchoring/text.ts'
import type { Language } from '#shared/core/i18n/language.ts'

const words: Record<Language, { detail: string; open: string }> = {
  enUS: { detail: 'Reported: {{detail}}', open: 'Open the page of the chains' },
  ruRU: { detail: 'Сообщение: {{detail}}', open: 'Открыть страницу цепочек' },
}

/**
 * One mail about the new alerts of a chain. For each: its meaning, the action of the operator, and its facts, which are data.
 */
export function alertMail(chain: ChainId, alerts: readonly ChainAlert[]): { template: MailTemplate; data: MailData } {
  const data: MailData = Object.fromEntries(alerts.map(({ detail }, place) => [`detail${place}`, detail]))
  const textOf = (language: Language) => {
    const text = chainProblemText[language]
    const { detail, open } = words[language]
    return {
      subject: `${anchoringText[language][chain]}: ${alerts.map(({ kind }) => text[kind]).join('; ')}`,
      paragraphs: alerts.flatMap(({ kind }, place) => [
        `${text[kind]}. ${text[`${kind}Do`]}`,
        detail.replace('{{detail}}', `{{detail${place}}}`),
      ]),
      action: { label: open, url: '{{publicUrl}}/chains' },
    }
  }
  return { template: defineMail({ enUS: textOf('enUS'), ruRU: textOf('ruRU') }), data }
}
