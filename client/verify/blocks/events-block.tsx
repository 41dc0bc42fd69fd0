import { type PageModel, type PageText, pageFileUrl } from '#client/verify/model.ts'
import type { BlockOf, BrandEvent } from '#shared/customization/blocks.ts'
import { customTextOr, defaultTexts } from '#shared/customization/default-texts.ts'

type Props = { block: BlockOf<'events'>; model: PageModel; t: PageText }

/** The events of the product's history, from top to bottom. */
export function EventList({ block, model, t }: Props) {
  if (block.events.length === 0) return null
  const heading = `events-${block.id}`
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading}>{customTextOr(block.title, defaultTexts.events_title, t('events'))}</h2>
      <ol className="timeline">
        {block.events.map((event) => (
          <li key={event.id}>
            <Event event={event} model={model} t={t} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function Event({ event, model, t }: { event: BrandEvent; model: PageModel; t: PageText }) {
  const { title, description, media, documents } = event
  return (
    <>
      {title && <h3>{title}</h3>}
      {description && <p>{description}</p>}
      {media && <img src={pageFileUrl(model, media)} alt={title} loading="lazy" decoding="async" />}
      {documents.length > 0 && (
        <ul className="documents">
          {documents.map((file) => (
            <li key={file.hash}>
              <a href={pageFileUrl(model, file)} download={file.name}>
                {file.description || file.name || t('document')}
              </a>
              <span> {file.ext.slice(1).toUpperCase()}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
