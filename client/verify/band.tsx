import type { Band } from '#shared/verdict/band.ts'

const glyphs = { recalled: '✕', suspected_copy: '!', caution: '!' } as const

/** Stands before everything a brand says. Its tone is in words and a sign too, not in colour alone. */
export function VerdictBand({ band }: { band: Band }) {
  return (
    <section className={`band ${band.tone}`} aria-labelledby="band">
      <p className="band-title" id="band">
        <span className="band-sign" aria-hidden="true">
          {glyphs[band.tone]}
        </span>
        {band.title}
      </p>
      {band.message && (
        <p className="band-message">
          {band.message.text} <small>{band.message.day}</small>
        </p>
      )}
      <p>{band.hint}</p>
      {band.reasons.length > 0 && (
        <ul>
          {band.reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
    </section>
  )
}

type Given = Record<'code' | 'secret' | 'language', string> & { labels: { report: string; paper: string } }

/** What can be done after a check: plain links, on every page that a code leads to. */
export function AfterCheck({ code, secret, language, labels }: Given) {
  const query = new URLSearchParams({ a: code, ...(secret && { p: secret }), lang: language.slice(0, 2) })
  return (
    <p className="report">
      <a href={`/verify/report?${query}`}>{labels.report}</a>
      <a href={`/verify/paper?${query}`} download>
        {labels.paper}
      </a>
    </p>
  )
}
