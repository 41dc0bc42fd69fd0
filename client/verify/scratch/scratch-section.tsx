import type { PageModel } from '#client/verify/model.ts'
import { claimedText, openingText } from '#shared/scratch/opening-text.ts'
import { scratchText } from '#shared/scratch/text.ts'
import { pageUrl } from '#shared/verify/page-url.ts'
import type { ResultKind } from '#shared/verify/result/result-kind.ts'
import { ScratchForm } from './scratch-form.tsx'

/**
 * The code under the scratch layer: whether it was opened, and the form to open it. It follows the verdict, because a copied code
 * looks like the first one until here.
 */
export function ScratchSection({ model, standing }: { model: PageModel; standing: ResultKind }) {
  const { answer, language } = model
  if (!answer.scratch) return null
  const t = scratchText[language]
  const { opening } = answer.scratch
  // The result says it already.
  const isAdvised = standing === 'opened'
  return (
    <section className="scratch" aria-labelledby="scratch-title">
      <h2 id="scratch-title">{t.title}</h2>
      {opening && <p className="opened">{openingText(opening, language)}</p>}
      {opening?.claimedAt && (
        <p>
          {claimedText(opening.claimedAt, language)} <a href={pageUrl('/verify/owner', model)}>{t.ownerPage}</a>
        </p>
      )}
      {!opening?.isOwn && !isAdvised && <p>{opening ? t.again : t.sealed}</p>}
      <ScratchForm model={model} />
    </section>
  )
}
