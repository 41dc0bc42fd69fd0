import type { PageModel } from '#client/verify/model.ts'
import { tapText } from '#shared/nfc/tap-text.ts'

/** For a code with an NFC tag that was opened without a tap: that the tag says more than the printed code. */
export function TapAdvice({ model: { answer, language } }: { model: PageModel }) {
  if (answer.tap !== 'untapped') return null
  const t = tapText[language]
  return (
    <section className="tap" aria-labelledby="tap-title">
      <h2 id="tap-title">{t.title}</h2>
      <p>{t.advice}</p>
    </section>
  )
}
