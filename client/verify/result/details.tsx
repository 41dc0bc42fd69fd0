import { type PageModel, payloadOf, type Say } from '#client/verify/model.ts'
import { productDetails } from '#shared/verify/rules.ts'

/** Name and SKU if the brand has labels for them, then the details in the brand's order. */
export function ResultDetails({ model, say }: { model: PageModel; say: Say }) {
  const { customization: custom, product, productDetailOrder } = model.answer
  const named: [string, string][] = [
    [custom?.customSKUName ?? '', product?.name ?? ''],
    [custom?.customSKU ?? '', product?.sku ?? ''],
  ]
  const rows = [
    ...named.filter(([label, value]) => label !== '' && value !== ''),
    ...productDetails(payloadOf(model.answer), productDetailOrder),
  ]
  if (rows.length === 0) return null
  return (
    <section aria-labelledby="details">
      <h2 id="details">{custom?.product_details || say('details')}</h2>
      <dl className="details">
        {rows.map(([key, value], at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a label may equal the name of a detail; rows never move.
          <div key={`${at}-${key}`}>
            <dt>{key}</dt>
            <dd>{inLines(value, custom?.breakLineChar ?? '')}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** The style sheet shows line breaks, so spaces around them are removed. */
function inLines(value: string, character: string): string {
  if (character === '') return value
  const lines = value.split(character).map((line) => line.trim())
  return lines.filter((line) => line !== '').join('\n')
}
