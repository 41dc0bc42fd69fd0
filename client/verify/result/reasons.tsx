import type { PageText } from '#client/verify/model.ts'

/** The facts behind a warning, below what to do. */
export function Reasons({ reasons, t }: { reasons: readonly string[]; t: PageText }) {
  if (reasons.length === 0) return null
  return (
    <section className="explained reasons" aria-labelledby="why">
      <h2 id="why">{t('why')}</h2>
      <ul>
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </section>
  )
}
