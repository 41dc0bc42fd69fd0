import type { PageText } from '#client/verify/model.ts'

/** What the brand says to people with a recalled product. */
export function RecallMessage({ message, day, t }: { message: string; day: string; t: PageText }) {
  return (
    <figure className="message">
      <figcaption>{t('brandSays')}</figcaption>
      <blockquote>{message}</blockquote>
      <p className="day">
        {t('recalledSince')} {day}
      </p>
    </figure>
  )
}
