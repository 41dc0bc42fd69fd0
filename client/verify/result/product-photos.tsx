import { Carousel } from '#client/verify/blocks/carousel.tsx'
import { type PageModel, payloadOf, type Say } from '#client/verify/model.ts'
import { payloadFiles } from '#shared/verify/rules.ts'

type Props = { model: PageModel; label: string; isNamed?: boolean; isTitled?: boolean; say: Say }

/**
 * The anchored photos of the product. Below a warning their names are numbers, because a brand's name could praise the
 * item.
 */
export function ProductPhotos({ model, label, isNamed = false, isTitled = false, say }: Props) {
  const name = model.answer.product?.name ?? ''
  const slides = payloadFiles(payloadOf(model.answer), 'imgs', 'file').map((file, at) => ({
    src: file.src,
    alt: isNamed ? file.name || `${name} ${at + 1}` : say('photo', { n: String(at + 1) }),
    href: file.src,
  }))
  if (slides.length === 0) return null
  return (
    <>
      {isTitled && <h2 className="pictures-title">{label}</h2>}
      <Carousel slides={slides} label={label} say={say} />
    </>
  )
}
