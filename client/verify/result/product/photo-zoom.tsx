import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { PageText } from '#client/verify/model.ts'

type Props = {
  slides: readonly { src: string; alt: string }[]
  at: number
  onMove: (at: number) => void
  onClose: () => void
  t: PageText
}

/** A photo over the whole screen. A press enlarges it further, arrow keys lead to the others, Escape closes it. */
export function PhotoZoom({ slides, at, onMove, onClose, t }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => dialog.current?.showModal(), [])
  const { src, alt } = slides[at]!
  const go = (steps: number) => {
    setNear(false)
    onMove((at + steps + slides.length) % slides.length)
  }
  const onKeyDown = ({ key }: KeyboardEvent) => {
    // The arrow keys scroll an enlarged photo.
    if (isNear) return
    if (key === 'ArrowLeft') go(-1)
    if (key === 'ArrowRight') go(1)
  }
  return (
    <dialog className="zoom" ref={dialog} aria-label={alt} onClose={onClose} onKeyDown={onKeyDown}>
      <div className="zoom-bar">
        {slides.length > 1 && (
          <>
            <button type="button" aria-label={t('previousPicture')} onClick={() => go(-1)}>
              ‹
            </button>
            <span role="status">{t('photoOf', { n: String(at + 1), total: String(slides.length) })}</span>
            <button type="button" aria-label={t('nextPicture')} onClick={() => go(1)}>
              ›
            </button>
          </>
        )}
        <button type="button" className="zoom-close" onClick={() => dialog.current?.close()}>
          {t('closePhoto')}
        </button>
      </div>
      <button
        type="button"
        className={isNear ? 'zoom-photo near' : 'zoom-photo'}
        aria-label={t(isNear ? 'zoomOut' : 'zoomIn')}
        aria-pressed={isNear}
        onClick={() => setNear(!isNear)}
      >
        <img src={src} alt={alt} />
      </button>
    </dialog>
  )
}
