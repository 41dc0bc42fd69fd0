import { type MouseEvent, useRef } from 'react'
import type { PageText } from '#client/verify/model.ts'

type Slide = { src: string; alt: string; href?: string | undefined }

/** Width of a box and its gap, in CSS pixels: the distance of one step. */
const step = 135

type Props = {
  slides: readonly Slide[]
  label: string
  /** Called when a box with a link is pressed. */
  onOpen?: (at: number, event: MouseEvent) => void
  t: PageText
}

/**
 * A row of boxes (125 × 125) that scrolls sideways by swiping, arrow keys, or two buttons. Without scripts the first
 * two still work.
 */
export function Carousel({ slides, label, onOpen, t }: Props) {
  const strip = useRef<HTMLElement>(null)
  if (slides.length === 0) return null
  const move = (boxes: number) => strip.current?.scrollBy({ left: boxes * step, behavior: 'smooth' })
  return (
    <div className="carousel">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard. */}
      <section className="pictures" aria-label={label} tabIndex={0} ref={strip}>
        {slides.map(({ src, alt, href }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an image may be there twice, and none moves.
          <Box key={`${at}-${src}`} href={href} onClick={onOpen && ((event) => onOpen(at, event))}>
            <img src={src} alt={alt} width="125" height="125" loading={at > 2 ? 'lazy' : undefined} decoding="async" />
          </Box>
        ))}
      </section>
      {slides.length > 2 && (
        <div className="steps scripted">
          <button type="button" aria-label={t('previousPicture')} onClick={() => move(-1)}>
            ‹
          </button>
          <button type="button" aria-label={t('nextPicture')} onClick={() => move(1)}>
            ›
          </button>
        </div>
      )}
    </div>
  )
}

type BoxProps = {
  href: string | undefined
  onClick: ((event: MouseEvent) => void) | undefined
  children: React.ReactNode
}

function Box({ href, onClick, children }: BoxProps) {
  if (!href) return <span>{children}</span>
  return (
    <a href={href} rel="noopener nofollow" onClick={onClick}>
      {children}
    </a>
  )
}
