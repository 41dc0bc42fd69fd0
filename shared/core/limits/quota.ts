import { Problem, type ProblemKind } from '#shared/core/api/problem.ts'
import { fill } from '#shared/core/i18n/fill.ts'
import { type Language, languages } from '#shared/core/i18n/language.ts'
import { type Quota, type QuotaName, quotaCode, quotas } from './limits.ts'

type LanguageTexts = Record<Language, string>

/** The counted things, as they follow the number in the sentence below. */
const counted: Record<QuotaName, LanguageTexts> = {
  skus: { enUS: 'products', ruRU: 'товаров' },
  skuImports: { enUS: 'imported product lists', ruRU: 'загруженных списков товаров' },
  trademarks: { enUS: 'trademarks', ruRU: 'товарных знаков' },
  forms: { enUS: 'form templates (with deleted ones)', ruRU: 'шаблонов форм (с удалёнными)' },
  formRevisions: {
    enUS: 'versions of form templates (with those of deleted ones)',
    ruRU: 'версий шаблонов форм (с версиями удалённых)',
  },
  submissions: { enUS: 'submissions (with deleted ones)', ruRU: 'заполненных форм (с удалёнными)' },
  shipments: { enUS: 'shipments (with deleted ones)', ruRU: 'отправлений (с удалёнными)' },
  shipmentReports: { enUS: 'cold-chain reports', ruRU: 'отчётов о температуре' },
  recalls: { enUS: 'recalls (with ended ones)', ruRU: 'отзывов товаров (с завершёнными)' },
  files: { enUS: 'uploaded files', ruRU: 'загруженных файлов' },
  fileBytes: { enUS: 'MB of files', ruRU: 'МБ файлов' },
  reportPhotoBytes: { enUS: "MB of photos in shoppers' reports", ruRU: 'МБ фотографий в сообщениях покупателей' },
  fieldFiles: { enUS: 'files sent with records', ruRU: 'файлов, отправленных с записями' },
  unfinishedFiles: { enUS: 'files that arrived in part', ruRU: 'не полностью загруженных файлов' },
  devices: { enUS: 'devices that send records', ruRU: 'устройств, отправляющих записи' },
  sensors: { enUS: 'sensors', ruRU: 'датчиков' },
  readings: { enUS: 'readings of sensors', ruRU: 'показаний датчиков' },
  insightsViews: { enUS: 'saved views', ruRU: 'сохранённых видов' },
  merchantKeys: { enUS: 'signing keys (with withdrawn ones)', ruRU: 'ключей подписи (с отозванными)' },
  supportMessages: { enUS: 'messages to support', ruRU: 'сообщений в поддержку' },
}

const reached: LanguageTexts = {
  enUS: 'Your limit of {{most}} {{counted}} is reached.',
  ruRU: 'Достигнут предел: {{most}} {{counted}}.',
}
const advice = {
  confirm: { enUS: 'Confirm your email to have more.', ruRU: 'Подтвердите адрес почты, и предел вырастет.' },
  remove: {
    enUS: 'Remove some, or ask support for more.',
    ruRU: 'Удалите лишнее или попросите поддержку увеличить предел.',
  },
  ask: { enUS: 'Ask support for more.', ruRU: 'Попросите поддержку увеличить предел.' },
} satisfies Record<string, LanguageTexts>

const bytesOfMB = 1024 * 1024

/** The problem for exceeding a quota. */
export function quotaProblem(name: QuotaName, limit: number, isConfirmed: boolean): Problem {
  const { isBytes, canRemove }: Quota = quotas[name]
  const step = !isConfirmed ? 'confirm' : canRemove ? 'remove' : 'ask'
  const most = grouped(isBytes ? Math.floor(limit / bytesOfMB) : limit)
  const wordings = languages.map((language) => {
    const sentence = fill(reached[language], { most, counted: counted[name][language] })
    return [language, `${sentence} ${advice[step][language]}`]
  })
  const kind: ProblemKind = { code: quotaCode, status: 409, ...(Object.fromEntries(wordings) as LanguageTexts) }
  return new Problem(kind, { name, limit, most })
}

/** Formats 200000 as 200 000 in both languages, with non-breaking spaces. */
const grouped = (count: number) => String(count).replace(/\B(?=(\d{3})+$)/g, '\u00a0')
