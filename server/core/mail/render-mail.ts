import { escapeHtml } from '#server/core/http/html.ts'
import type { Language } from '#shared/core/i18n/language.ts'
import type { MailText } from './mail.ts'

/**
 * Renders both parts. All is text: it is escaped in the HTML part and cannot add headers. A paragraph can have several lines.
 *
 * @example
 * const text = { subject: 'Hello', paragraphs: ['Is 1<2?'], action: { label: 'Open', path: '/' } }
 * renderMail(text, 'https://assay.example', 'enUS').textBody // => 'Is 1<2?\n\nOpen: https://assay.example/'
 */
export function renderMail(text: MailText, publicUrl: string, language: Language) {
  const subject = text.subject.replace(/[\r\n]+/g, ' ')
  const { paragraphs } = text
  const action = text.action && { label: text.action.label, url: `${publicUrl}${text.action.path}` }

  const textBody = [...paragraphs, ...(action ? [`${action.label}: ${action.url}`] : [])].join('\n\n')
  const button = action
    ? `<p><a href="${escapeHtml(action.url)}" style="${buttonStyle}">${escapeHtml(action.label)}</a></p>`
    : ''
  const htmlBody = `<!doctype html><html lang="${language.slice(0, 2)}"><body style="${bodyStyle}">${paragraphs
    .map((paragraph) => `<p>${escapeHtml(paragraph).replaceAll('\n', '<br>')}</p>`)
    .join('')}${button}</body></html>`
  return { subject, textBody, htmlBody }
}

const bodyStyle = 'font-family:sans-serif;font-size:16px;line-height:1.5;color:#1a202c;max-width:36em;margin:2em auto'
const buttonStyle =
  'display:inline-block;padding:10px 18px;border-radius:6px;background:#0f5c4d;color:#ffffff;text-decoration:none'
