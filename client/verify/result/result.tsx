import { ContentBlocks } from '#client/verify/blocks/blocks.tsx'
import { Journey } from '#client/verify/journey/journey.tsx'
import type { PageModel, Say } from '#client/verify/model.ts'
import type { Headline } from '#shared/verify/result/headline.ts'
import { Certificates } from './certificates.tsx'
import { Chains } from './chains.tsx'
import { Contact } from './contact.tsx'
import { ResultDetails } from './details.tsx'
import { PageActions } from './page-actions.tsx'
import { ProductPhotos } from './product-photos.tsx'
import { Redirect } from './redirect.tsx'
import { ResultToolbar } from './toolbar.tsx'
import { Verdict } from './verdict.tsx'

type Props = { model: PageModel; headline: Headline; say: Say }

/** A check without warnings: the verdict first, then the brand's content, then the chains. */
export function Genuine({ model, headline, say }: Props) {
  return (
    <article className="card">
      <ResultToolbar model={model} say={say} />
      <Verdict model={model} headline={headline} say={say} />
      <ProductPhotos model={model} label={say('images')} isNamed say={say} />
      <Redirect model={model} say={say} />
      <Chains model={model} say={say} />
      <Certificates model={model} say={say} />
      <ResultDetails model={model} say={say} />
      <ContentBlocks model={model} say={say} />
      <Journey model={model} say={say} />
      <Transaction model={model} say={say} />
      <p className="about">{headline.next}</p>
      {!model.isPreview && <PageActions model={model} headline={headline} say={say} />}
    </article>
  )
}

/**
 * A check with a warning: the verdict, the next steps and contacts. Product facts are collapsed, so that they do not
 * read as a confirmation of this item.
 */
export function Doubtful({ model, headline, say }: Props) {
  const { verified, product } = model.answer
  const isCompared = headline.standing === 'caution' || headline.standing === 'suspected_copy'
  const plain = { ...model, answer: { ...model.answer, customization: null } }
  return (
    <article className={`card doubtful ${headline.tone}`}>
      <Verdict model={model} headline={headline} say={say} />
      <Contact model={model} say={say} />
      {verified && isCompared && <ProductPhotos model={plain} label={say('compareWith')} isTitled say={say} />}
      {verified && (
        <details className="issued-for">
          <summary>{say('issuedFor')}</summary>
          <p>{say('issuedForHint')}</p>
          {product && (
            <p>
              {product.name} ({product.sku}), {product.brand}
            </p>
          )}
          {!isCompared && <ProductPhotos model={plain} label={say('images')} say={say} />}
          <ResultDetails model={plain} say={say} />
          <Journey model={plain} say={say} />
          <Chains model={plain} say={say} isRecord />
          <Transaction model={plain} say={say} />
        </details>
      )}
      {!model.isPreview && <PageActions model={model} headline={headline} say={say} />}
    </article>
  )
}

function Transaction({ model, say }: Pick<Props, 'model' | 'say'>) {
  return (
    <section aria-labelledby="transaction">
      <h2 id="transaction">{say('transaction')}</h2>
      <p className="mono">{model.answer.transaction?.transactionInfo.id ?? say('transactionPending')}</p>
    </section>
  )
}
