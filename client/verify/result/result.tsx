import { ContentBlocks } from '#client/verify/blocks/blocks.tsx'
import { Journey } from '#client/verify/journey/journey.tsx'
import type { PageModel, Say } from '#client/verify/model.ts'
import type { Headline } from '#shared/verify/result/headline.ts'
import { Certificates } from './certificates.tsx'
import { Contact } from './contact.tsx'
import { ResultDetails } from './details.tsx'
import { isCompared } from './next-steps.tsx'
import { PageActions } from './page-actions.tsx'
import { ProductPhotos } from './product-photos.tsx'
import { FoldedProof } from './proof.tsx'
import { Reasons } from './reasons.tsx'
import { Redirect } from './redirect.tsx'
import { ResultToolbar } from './toolbar.tsx'
import { Verdict } from './verdict.tsx'

type Props = { model: PageModel; headline: Headline; say: Say }

/**
 * A check without warnings: the verdict, photos to compare the item with, the facts, the brand's content, and the folded
 * proof.
 */
export function Genuine({ model, headline, say }: Props) {
  return (
    <article className="card">
      <ResultToolbar model={model} say={say} />
      <Verdict model={model} headline={headline} say={say} />
      <ProductPhotos model={model} label={say('images')} hint={headline.next} isNamed say={say} />
      <Redirect model={model} say={say} />
      <ResultDetails model={model} say={say} />
      <Certificates model={model} say={say} />
      <ContentBlocks model={model} say={say} />
      <Journey model={model} say={say} />
      <FoldedProof model={model} say={say} />
      {!model.isPreview && <PageActions model={model} headline={headline} say={say} />}
    </article>
  )
}

/**
 * A check with a warning: the verdict and what to do, photos to compare with, contacts, then the reasons. Product facts
 * are collapsed, so that they do not read as a confirmation of this item.
 */
export function Doubtful({ model, headline, say }: Props) {
  const { verified, product } = model.answer
  const shows = isCompared(headline)
  const plain = { ...model, answer: { ...model.answer, customization: null } }
  return (
    <article className={`card doubtful ${headline.tone}`}>
      <Verdict model={model} headline={headline} say={say} />
      {verified && shows && <ProductPhotos model={plain} label={say('compareWith')} isTitled say={say} />}
      <Contact model={model} say={say} />
      <Reasons reasons={headline.reasons} say={say} />
      {verified && (
        <details className="issued-for">
          <summary>{say('issuedFor')}</summary>
          <p>{say('issuedForHint')}</p>
          {product && (
            <p>
              {product.name} ({product.sku}), {product.brand}
            </p>
          )}
          {!shows && <ProductPhotos model={plain} label={say('images')} say={say} />}
          <ResultDetails model={plain} say={say} />
          <Journey model={plain} say={say} />
          <FoldedProof model={plain} say={say} isRecord />
        </details>
      )}
      {!model.isPreview && <PageActions model={model} headline={headline} say={say} />}
    </article>
  )
}
