import { defineText } from '#shared/core/i18n/define-text.ts'

/** The summary of a week. */
export const insightsMailText = defineText({
  enUS: {
    subject: 'Your week in Assay: {{from}} – {{to}}',
    intro: '{{from}} – {{to}} ({{timeZone}}), compared with the week before.',
    verify: 'Scans',
    redirect: 'Visits of your site',
    creation: 'Codes created',
    outliers: 'Alerts',
    before: '{{trend}}, before: {{previous}}',
    noneBefore: 'none before',
    products: 'Most scanned products',
    places: 'Most scanned places',
    none: 'Nothing was scanned in this week.',
    open: 'Open the insights of this week',
    stop: 'You get this mail each Monday because you chose it. Stop it: {{unsubscribeUrl}}',
  },
  ruRU: {
    subject: 'Ваша неделя в Assay: {{from}} – {{to}}',
    intro: '{{from}} – {{to}} ({{timeZone}}), в сравнении с предыдущей неделей.',
    verify: 'Сканирования',
    redirect: 'Переходы на сайт',
    creation: 'Создано кодов',
    outliers: 'Предупреждения',
    before: '{{trend}}, раньше: {{previous}}',
    noneBefore: 'раньше не было',
    products: 'Чаще всего сканировали товары',
    places: 'Чаще всего сканировали в местах',
    none: 'На этой неделе ничего не сканировали.',
    open: 'Открыть аналитику этой недели',
    stop: 'Это письмо приходит по понедельникам, потому что вы его выбрали. Отказаться: {{unsubscribeUrl}}',
  },
})
