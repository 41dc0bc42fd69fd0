import { type MouseEvent, useState } from 'react'
import { Carousel } from '#client/verify/blocks/carousel.tsx'
import { type PageModel, type PageText, payloadOf } from '#client/verify/model.ts'
import { payloadFiles, photoKeys } from '#shared/verify/rules.ts'
import { PhotoZoom } from './photo-zoom.tsx'

type Props = {
  model: PageModel
  label: string
  hint?: string | undefined
  isNamed?: boolean
  isTitled?: boolean
  t: PageText
}

/**
 * The anchored photos of the product, to compare the item with: the first one large, all of them as boxes, and each as
 * large as the screen when it is pressed. Without scripts they are links. Below a warning their names are numbers,
 * because a brand's name could praise the item.
 */
export function ProductPhotos({ model, label, hint, isNamed = false, isTitled = false, t }: Props) {
  const [shown, setShown] = useState<number>()
  const name = model.answer.product?.name ?? ''
  const slides = payloadFiles(payloadOf(model.answer), ...photoKeys).map((file, at) => ({
    src: file.src,
    alt: isNamed ? file.name || `${name} ${at + 1}` : t('photo', { n: String(at + 1) }),
    href: file.src,
  }))
  const [first] = slides
  if (!first) return hint ? <p className="about">{hint}</p> : null
  const open = (at: number, event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    setShown(at)
  }
  return (
    <section className="photos" id="photos" aria-label={label}>
      {isTitled && <h2 className="pictures-title">{label}</h2>}
      <a className="large" href={first.href} rel="noopener" onClick={(event) => open(0, event)}>
        <img src={first.src} alt={first.alt} decoding="async" />
        <span className="zoom-hint scripted">{t('enlarge')}</span>
      </a>
      {hint && <p className="about">{hint}</p>}
      {slides.length > 1 && <Carousel slides={slides} label={label} t={t} onOpen={open} />}
      {shown !== undefined && (
        <PhotoZoom slides={slides} at={shown} onMove={setShown} onClose={() => setShown(undefined)} t={t} />
      )}
    </section>
  )
}
