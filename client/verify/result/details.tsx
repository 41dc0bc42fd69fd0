import type { ReactNode } from 'react'
import { LocalTime } from '#client/verify/journey/local-time.tsx'
import { type PageModel, type PageText, payloadOf } from '#client/verify/model.ts'
import { productDetails, submissionDetails, submissionPhotos } from '#shared/verify/rules.ts'

/** Name and SKU if the brand has labels for them, the details in the brand's order, then what the form of the batch shares. */
export function ResultDetails({ model, t }: { model: PageModel; t: PageText }) {
  const { customization: custom, product, productDetailOrder } = model.answer
  const payload = payloadOf(model.answer)
  const lines = (value: string) => inLines(value, custom?.breakLineChar ?? '')
  const named: [string, string][] = [
    [custom?.customSKUName ?? '', product?.name ?? ''],
    [custom?.customSKU ?? '', product?.sku ?? ''],
  ]
  const shown = named.filter(([label, value]) => label !== '' && value !== '')
  const rows = [
    ...[...shown, ...productDetails(payload, productDetailOrder)].map(
      ([label, value]) => [label, lines(value)] as const,
    ),
    ...submissionDetails(payload.submission).map(([label, value]) => [label, withTimes(lines(value))] as const),
    ...submissionPhotos(payload.submission).map(
      ({ question, files }) => [question, <AnswerPhotos key={question} question={question} files={files} />] as const,
    ),
  ]
  if (rows.length === 0) return null
  return (
    <section aria-labelledby="details">
      <h2 id="details">{custom?.product_details || t('details')}</h2>
      <dl className="details">
        {rows.map(([key, value], at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a label may equal the name of a detail; rows never move.
          <div key={`${at}-${key}`}>
            <dt>{key}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

type Photos = ReturnType<typeof submissionPhotos>[number]

/** The photos of an answer. A press opens one at its full size, also without scripts. */
function AnswerPhotos({ question, files }: Photos) {
  return (
    <span className="answer-photos">
      {files.map(({ src }, at) => (
        <a key={src} href={src} rel="noopener">
          <img src={src} alt={`${question} ${at + 1}`} height="96" loading="lazy" decoding="async" />
        </a>
      ))}
    </span>
  )
}

/** The style sheet shows line breaks, so spaces around them are removed. */
function inLines(value: string, character: string): string {
  if (character === '') return value
  const lines = value.split(character).map((line) => line.trim())
  return lines.filter((line) => line !== '').join('\n')
}

/** ISO 8601 in UTC with milliseconds, as forms store answers to questions for a date. */
const instant = /(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)/

/** The anchored text keeps instants as they are proved; the shopper reads them as the other times of the page. */
function withTimes(text: string): ReactNode {
  const parts = text.split(instant)
  if (parts.length === 1) return text
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move.
  return parts.map((part, at) => (at % 2 && isTime(part) ? <LocalTime key={at} at={part} /> : part))
}

/** Whether the calendar has this moment: a text answer may look like one. */
function isTime(instant: string): boolean {
  const at = new Date(instant)
  return !Number.isNaN(at.getTime()) && at.toISOString() === instant
}
