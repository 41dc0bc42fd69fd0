import { Footer } from '#client/verify/footer.tsx'
import { type EntryModel, type Model, pageTextIn } from '#client/verify/model.ts'
import { ResultPage } from '#client/verify/page.tsx'
import { CodeForm } from './code-form.tsx'
import { ProductEntry } from './product-entry.tsx'

export function VerifyPage({ model }: { model: Model }) {
  return 'answer' in model ? <ResultPage model={model} /> : <Entry model={model} />
}

/** The page without a code in its URL: no check has run, so it shows no result. */
function Entry({ model }: { model: EntryModel }) {
  const t = pageTextIn(model.language)
  const { product, gtin } = model
  return (
    <>
      <main>
        {product ? (
          <ProductEntry model={model} product={product} t={t} />
        ) : (
          <article className="card entry">
            <h1>{t('askTitle')}</h1>
            {gtin && <p>{t('unknownGtin', { gtin })}</p>}
            <p className="lead">{t('askLead')}</p>
            <CodeForm given={model} t={t} />
          </article>
        )}
      </main>
      <Footer model={model} host={model.officialHost} t={t} />
    </>
  )
}
