import { useState } from 'react'
import type { PageText } from '#client/verify/model.ts'
import { parsePublicUrl } from '#shared/core/fields/web-url.ts'
import type { BlockOf } from '#shared/customization/blocks.ts'
import { customTextOr, defaultTexts } from '#shared/customization/default-texts.ts'
import { sandboxes } from '#shared/customization/links/frames.ts'

/**
 * A video player of another site, loaded only when the shopper starts it. Players keep settings, so they run in their
 * own origin; the list of players is fixed.
 */
export function Video({ block, frame, t }: { block: BlockOf<'video'>; frame: string | undefined; t: PageText }) {
  const [isPlaying, setPlaying] = useState(false)
  const url = parsePublicUrl(block.videoUrl)
  const title = customTextOr(block.title, defaultTexts.video_title, t('playVideo'))
  if (!url) return null
  return (
    <figure className="video">
      {isPlaying && frame ? (
        <iframe
          src={frame}
          title={title}
          sandbox={sandboxes.player}
          allow="fullscreen; picture-in-picture; encrypted-media"
          referrerPolicy="strict-origin"
        />
      ) : (
        <a
          className="play"
          href={url.href}
          rel="noopener nofollow"
          onClick={(event) => {
            if (!frame) return
            event.preventDefault()
            setPlaying(true)
          }}
        >
          <svg viewBox="0 0 48 48" aria-hidden="true">
            <circle cx="24" cy="24" r="22" />
            <path d="M19 15 35 24 19 33Z" />
          </svg>
          <strong>{title}</strong>
          <span>{t(frame ? 'playHint' : 'watchAt', { host: url.host })}</span>
        </a>
      )}
      {block.description && <figcaption>{block.description}</figcaption>}
    </figure>
  )
}

/** An embedded page of an approved host, isolated from this origin and its own; for other hosts a link. */
export function Embed({ block, frame, t }: { block: BlockOf<'embed'>; frame: string | undefined; t: PageText }) {
  const url = parsePublicUrl(block.link)
  if (!url) return null
  if (!frame) {
    return (
      <p className="link-button">
        <a className="button plain" href={url.href} rel="noopener nofollow">
          {t('openAt', { host: url.host })}
        </a>
      </p>
    )
  }
  return (
    <iframe
      className={block.enableBorder ? 'embed bordered' : 'embed'}
      src={frame}
      title={t('pageOf', { host: url.host })}
      sandbox={sandboxes.page}
      referrerPolicy="no-referrer"
      loading="lazy"
    />
  )
}
