import { ContentBlocks } from '#client/verify/blocks/blocks.tsx'
import { Journey } from '#client/verify/journey/journey.tsx'
import type { PageModel, PageText } from '#client/verify/model.ts'
import { ScratchSection } from '#client/verify/scratch/scratch-section.tsx'
import type { Headline } from '#shared/verify/result/headline.ts'
import { Certificates } from './certificates.tsx'
import { ResultDetails } from './details.tsx'
import { isCompared } from './next-steps.tsx'
import { PageActions } from './page-actions.tsx'
import { ProductPhotos } from './product/product-photos.tsx'
import { FoldedProof } from './proof.tsx'
import { Redirect } from './redirect.tsx'
import { TapAdvice } from './tap-advice.tsx'
import { ResultToolbar } from './toolbar.tsx'
import { Verdict } from './verdict.tsx'

type Props = { model: PageModel; headline: Headline; t: PageText }

/**
 * A check in which nothing speaks against code or item: the verdict, photos to compare the item with, the facts, the brand's
 * content, and the folded proof.
 */
export function Genuine({ model, headline, t }: Props) {
  return (
    <article className="card">
      <ResultToolbar model={model} t={t} />
      <Verdict model={model} headline={headline} t={t} />
      <TapAdvice model={model} />
      <ScratchSection model={model} standing={headline.standing} />
      <ProductPhotos
        model={model}
        label={t('images')}
        hint={headline.tone === 'pass' ? headline.next : undefined}
        isNamed
        t={t}
      />
      <Redirect model={model} t={t} />
      <ResultDetails model={model} t={t} />
      {model.answer.passport !== null && (
        <p className="about">
          <a href={model.answer.passport}>{t('passport')}</a>
        </p>
      )}
      <Certificates model={model} t={t} />
      <ContentBlocks model={model} t={t} />
      <Journey model={model} t={t} />
      <FoldedProof model={model} t={t} />
      {!model.isPreview && <PageActions model={model} headline={headline} t={t} />}
    </article>
  )
}

/**
 * A check with a warning: the verdict, the product with the contact of its brand, the reasons and what to do, then photos to
 * compare with. Further facts are collapsed, so that they do not read as a confirmation of this item.
 */
export function Doubtful({ model, headline, t }: Props) {
  const { verified } = model.answer
  const shows = isCompared(headline)
  const plain = { ...model, answer: { ...model.answer, customization: null } }
  return (
    <article className={`card doubtful ${headline.tone}`}>
      <Verdict model={model} headline={headline} t={t} />
      <ScratchSection model={model} standing={headline.standing} />
      {verified && shows && <ProductPhotos model={plain} label={t('compareWith')} isTitled t={t} />}
      {verified && (
        <details className="issued-for">
          <summary>{t('issuedForFacts')}</summary>
          <p>{t('issuedForHint')}</p>
          {!shows && <ProductPhotos model={plain} label={t('images')} t={t} />}
          <ResultDetails model={plain} t={t} />
          <Journey model={plain} t={t} />
          <FoldedProof model={plain} t={t} isRecord />
        </details>
      )}
      {!model.isPreview && <PageActions model={model} headline={headline} t={t} />}
    </article>
  )
}
