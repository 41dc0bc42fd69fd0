import type { PageModel } from '#client/verify/model.ts'
import { claimedText, openingText } from '#shared/scratch/opening-text.ts'
import { scratchText } from '#shared/scratch/text.ts'
import { pageUrl } from '#shared/verify/page-url.ts'

/**
 * The code under the scratch layer: whether it was opened, and the form to open it. It follows the verdict, because a copied code
 * looks like the first one until here. A plain form, so it needs no script.
 */
export function ScratchSection({ model }: { model: PageModel }) {
  const { answer, code, secret, language, theme } = model
  if (!answer.scratch) return null
  const t = scratchText[language]
  const { opening } = answer.scratch
  return (
    <section className="scratch" aria-labelledby="scratch-title">
      <h2 id="scratch-title">{t.title}</h2>
      {opening && <p className="opened">{openingText(opening, language)}</p>}
      {opening?.claimedAt && (
        <p>
          {claimedText(opening.claimedAt, language)} <a href={pageUrl('/verify/owner', model)}>{t.ownerPage}</a>
        </p>
      )}
      {!opening?.isOwn && <p>{opening ? t.again : t.sealed}</p>}
      <form method="post" encType="multipart/form-data" action="/verify/open">
        <input type="hidden" name="a" value={code} />
        <input type="hidden" name="p" value={secret} />
        <input type="hidden" name="lang" value={language.slice(0, 2)} />
        {theme && <input type="hidden" name="theme" value={theme} />}
        <label htmlFor="scratch">{t.label}</label>
        <div className="row">
          <input
            id="scratch"
            name="scratch"
            maxLength={100}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck="false"
            aria-describedby="scratch-hint"
            required
          />
          <button type="submit">{t.check}</button>
        </div>
        <p className="hint" id="scratch-hint">
          {t.hint}
        </p>
      </form>
    </section>
  )
}
