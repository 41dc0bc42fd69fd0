import { useState } from 'react'
import { type PageModel, pageHref, type Say } from './model.ts'

/** Share and print; both need a script, so without one they are not there. */
export function PageActions({ model, say }: { model: PageModel; say: Say }) {
  const [isCopied, setCopied] = useState(false)
  async function share() {
    const url = new URL(pageHref(model), location.href).href
    try {
      if (navigator.share) await navigator.share({ title: document.title, url })
      else await navigator.clipboard.writeText(url).then(() => setCopied(true))
    } catch {
      // Nobody was chosen to share with.
    }
  }
  return (
    <fieldset className="actions scripted">
      <legend className="unseen">{say('actions')}</legend>
      <button type="button" className="plain" onClick={share}>
        {say('share')}
      </button>
      <button type="button" className="plain" onClick={() => window.print()}>
        {say('print')}
      </button>
      <span role="status">{isCopied && say('copied')}</span>
    </fieldset>
  )
}
