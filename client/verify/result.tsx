import { defaultWords } from '#shared/customization/words.ts'
import { payloadFiles } from '#shared/verify/rules.ts'
import { Blocks } from './blocks.tsx'
import { Carousel } from './carousel.tsx'
import { Certificates } from './certificates.tsx'
import { Chains } from './chains.tsx'
import { Details } from './details.tsx'
import { Journey } from './journey.tsx'
import { ownWords, type PageModel, payloadOf, type Say } from './model.ts'
import { PageActions } from './page-actions.tsx'
import { Redirect } from './redirect.tsx'
import { Seal } from './seal.tsx'
import { Toolbar } from './toolbar.tsx'

/** A genuine code: the verdict first, then what the brand says, then what the chains say. */
export function Result({ model, say }: { model: PageModel; say: Say }) {
  const { answer, code } = model
  const band = model.said?.band
  return (
    <article className="card">
      <Toolbar model={model} say={say} />
      <header className="verdict">
        <Seal code={code} tone={band ? 'wait' : 'pass'} />
        <Pass model={model} say={say} />
        {model.said?.history && <p className="history">{model.said.history}</p>}
        {answer.product && <p className="product">{answer.product.name}</p>}
      </header>
      <Pictures model={model} say={say} />
      <Redirect model={model} say={say} />
      <Chains model={model} say={say} />
      <Certificates model={model} say={say} />
      <Details model={model} say={say} />
      <Blocks model={model} say={say} />
      <Journey model={model} say={say} />
      <section aria-labelledby="transaction">
        <h2 id="transaction">{say('transaction')}</h2>
        <p className="mono">{answer.transaction?.transactionInfo.id ?? say('transactionPending')}</p>
      </section>
      <p className="about">{say('aboutCode')}</p>
      {!model.isPreview && <PageActions model={model} say={say} />}
    </article>
  )
}

/** The brand's pass message stays; below a warning nothing of ours, and no praise, says more than that the code is genuine. */
function Pass({ model: { answer, said }, say }: { model: PageModel; say: Say }) {
  const custom = answer.customization
  const own = ownWords(custom?.verified_text, defaultWords.verified_text, '')
  const description = ownWords(custom?.description, defaultWords.description, say(custom ? 'genuineOwn' : 'genuine'))
  if (!said?.band) {
    return (
      <>
        <h1>{own || say('pass')}</h1>
        <p className="lead">{description}</p>
      </>
    )
  }
  return (
    <>
      <h1>{own || say('codeGenuine')}</h1>
      <p className="lead">{own ? `${say('codeGenuine')}. ${say('compare')}` : say('compare')}</p>
    </>
  )
}

function Pictures({ model, say }: { model: PageModel; say: Say }) {
  const name = model.answer.product?.name ?? ''
  const slides = payloadFiles(payloadOf(model.answer), 'imgs', 'file').map((file, i) => ({
    src: file.src,
    alt: file.name || `${name} ${i + 1}`,
    href: file.src,
  }))
  return <Carousel slides={slides} label={say('images')} say={say} />
}
