import { type PageModel, type PageText, pageFileUrl, payloadOf, serialOf } from '#client/verify/model.ts'
import { Contact } from '#client/verify/result/contact.tsx'
import { payloadFiles, photoKeys, productDetails, submissionDetails } from '#shared/verify/rules.ts'

/** Names that brands give the number of a lot, in the languages of their labels. */
const lotName = /^(lot|batch|charge|lote|lotto|partia|партия|серия|批号|批次|ロット)(?!\p{L})/iu

/**
 * The product of the code, at the top of every result: what it is, from whom and from which lot, with a picture, so that whoever
 * has several boxes sees which one this is. Below a warning it is labelled as what the code was made for, with the contact of
 * the brand: the item itself may be another product.
 */
export function ProductHead({ model, isPictured, t }: { model: PageModel; isPictured: boolean; t: PageText }) {
  const { product, contact } = model.answer
  if (!product) return null
  const payload = payloadOf(model.answer)
  const [photo] = payloadFiles(payload, ...photoKeys)
  const picture = photo?.src ?? (product.picture && pageFileUrl(model, product.picture))
  const details = [...productDetails(payload, []), ...submissionDetails(payload.submission)]
  const lot = details.find(([name]) => lotName.test(name.trim()))
  const serial = serialOf(model.answer)
  const facts = [product.brand, product.sku, lot && `${lot[0]}: ${lot[1]}`].filter(Boolean)
  return (
    <section className="product-head" aria-label={t('issuedFor')}>
      {isPictured && picture && <img src={picture} alt="" width="72" height="72" decoding="async" />}
      <div>
        {isPictured && <p className="made-for">{t('issuedFor')}</p>}
        <p className="product">{product.name}</p>
        <p className="facts">{facts.join(' · ')}</p>
        {serial && <p className="facts">{t('itemSerial', { serial })}</p>}
        {contact && <Contact model={model} t={t} />}
      </div>
    </section>
  )
}
