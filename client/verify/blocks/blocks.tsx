import { type PageModel, type PageText, pageFileUrl } from '#client/verify/model.ts'
import { parsePublicUrl } from '#shared/core/fields/web-url.ts'
import type { Block, BlockOf } from '#shared/customization/blocks.ts'
import { customTextOr, defaultTexts } from '#shared/customization/default-texts.ts'
import { frameUrl } from '#shared/customization/links/frames.ts'
import { blockClass } from '#shared/customization/page-style.ts'
import { Carousel } from './carousel.tsx'
import { EventList } from './events-block.tsx'
import { Embed, Video } from './frames.tsx'
import { RichText } from './rich-text.tsx'

/** The blocks of the brand, below the verdict. */
export function ContentBlocks({ model, t }: { model: PageModel; t: PageText }) {
  return model.answer.customization?.additions.map((block) => (
    <div key={block.id} className={`block ${blockClass(block.id)}`}>
      <Content block={block} model={model} t={t} />
    </div>
  ))
}

function Content({ block, model, t }: { block: Block; model: PageModel; t: PageText }) {
  const frame = frameUrl(block, model.answer.frameHosts)
  switch (block.type) {
    case 'image':
      return <Images block={block} model={model} t={t} />
    case 'text':
      return <RichText content={block.content} />
    case 'button':
      return <LinkButton block={block} t={t} />
    case 'events':
      return <EventList block={block} model={model} t={t} />
    case 'video':
      return <Video block={block} frame={frame} t={t} />
    case 'embed':
      return <Embed block={block} frame={frame} t={t} />
  }
}

/** One image is shown in full; several are shown side by side. */
function Images({ block, model, t }: { block: BlockOf<'image'>; model: PageModel; t: PageText }) {
  const slides = block.images.map((image) => ({
    src: pageFileUrl(model, image),
    alt: customTextOr(block.description, defaultTexts.image_description, image.name),
    href: parsePublicUrl(image.imageExternalUrl)?.href,
  }))
  const [first] = slides
  if (!first) return null
  const single = <img src={first.src} alt={first.alt} loading="lazy" decoding="async" />
  return (
    <figure className="images">
      {slides.length > 1 && <Carousel slides={slides} label={block.description || t('images')} t={t} />}
      {slides.length === 1 &&
        (first.href ? (
          <a href={first.href} rel="noopener nofollow">
            {single}
          </a>
        ) : (
          single
        ))}
      {block.description && <figcaption>{block.description}</figcaption>}
    </figure>
  )
}

function LinkButton({ block, t }: { block: BlockOf<'button'>; t: PageText }) {
  const url = parsePublicUrl(block.website)
  if (!url) return null
  return (
    <p className="link-button">
      <a className="button" href={url.href} rel="noopener nofollow">
        {customTextOr(block.button_text, defaultTexts.button_text, `${t('visitUs')} ${url.host}`)}
      </a>
    </p>
  )
}
