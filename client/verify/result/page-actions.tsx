import { useState } from 'react'
import { type PageModel, type PageText, pageHref } from '#client/verify/model.ts'
import type { Headline } from '#shared/verify/result/headline.ts'

type Props = { model: PageModel; headline: Pick<Headline, 'title' | 'share'>; t: PageText }

/** Share and print buttons. They need a script and are absent without one. The shared text matches the page. */
export function PageActions({ model, headline: { title, share: text }, t }: Props) {
  const [isCopied, setCopied] = useState(false)
  async function share() {
    const url = new URL(pageHref(model), location.href).href
    try {
      if (navigator.share) await navigator.share({ title, text, url })
      else await navigator.clipboard.writeText(`${text} ${url}`).then(() => setCopied(true))
    } catch {
      // The user cancelled sharing.
    }
  }
  return (
    <fieldset className="actions scripted">
      <legend className="unseen">{t('actions')}</legend>
      <button type="button" className="plain" onClick={share}>
        {t('share')}
      </button>
      <button type="button" className="plain" onClick={() => window.print()}>
        {t('print')}
      </button>
      <span role="status">{isCopied && t('copied')}</span>
    </fieldset>
  )
}
