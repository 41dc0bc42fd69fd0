import type { EntryModel, PageText } from '#client/verify/model.ts'
import { ContactList } from '#client/verify/result/contact.tsx'
import { RecallMessage } from '#client/verify/result/recall-message.tsx'
import { Seal } from '#client/verify/result/seal.tsx'
import { formatDay } from '#shared/verdict/reason-text.ts'
import type { NamedProduct } from '#shared/verify/named-product.ts'
import { headlineText } from '#shared/verify/result/headline-text.ts'
import { appearanceOf } from '#shared/verify/result/result-kind.ts'
import { CodeForm } from './code-form.tsx'

type Props = { model: EntryModel; product: NamedProduct; t: PageText }

/** The page of a GTIN: whether its product is recalled. It says nothing about an item, whose code it asks for. */
export function ProductEntry({ model, product, t }: Props) {
  return product.recalls.length > 0 ? (
    <>
      <Recalled model={model} product={product} t={t} />
      <section className="card again">
        <CodeForm given={model} t={t} />
      </section>
    </>
  ) : (
    <article className="card entry">
      <h1>{product.name}</h1>
      <Facts model={model} product={product} t={t} />
      <p className="lead">{t(product.hasRecalledItems ? 'itemsRecalled' : 'notRecalled')}</p>
      <p>{t('productOnly')}</p>
      <CodeForm given={model} t={t} />
      {product.contact && (
        <section aria-labelledby="ask-brand">
          <h2 id="ask-brand">{t('contact')}</h2>
          <ContactList contact={product.contact} t={t} />
        </section>
      )}
    </article>
  )
}

function Recalled({ model, product, t }: Props) {
  const { headline, hint, next } = headlineText[model.language].recalled
  const { tone, sign } = appearanceOf('recalled')
  return (
    <article className={`card doubtful ${tone}`}>
      <header className={`verdict ${tone}`}>
        <Seal code={model.gtin ?? ''} tone={tone} sign={sign} />
        <h1>{headline}</h1>
        <p className="lead">{hint}</p>
        <div className="explained">
          {product.recalls.map(({ message, at }) => (
            <RecallMessage key={at} message={message} day={formatDay(at, model.language)} t={t} />
          ))}
          <h2>{t('whatToDo')}</h2>
          <p>{next}</p>
        </div>
      </header>
      <section className="product-head">
        <div>
          <p className="product">{product.name}</p>
          <Facts model={model} product={product} t={t} />
          {product.contact && <ContactList contact={product.contact} t={t} />}
        </div>
      </section>
    </article>
  )
}

const Facts = ({ model: { gtin }, product: { brand } }: Props) => (
  <p className="facts">{[brand, `GTIN ${gtin}`].join(' · ')}</p>
)
