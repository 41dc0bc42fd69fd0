import { createRoot } from 'react-dom/client'
import './page.css'
import { type PreviewMessage, previewReady } from '#shared/verify/preview.ts'
import { Page } from './page.tsx'

const root = createRoot(document.getElementById('root')!)

window.addEventListener('message', ({ origin, source, data }: MessageEvent<PreviewMessage>) => {
  if (origin !== location.origin || source !== window.parent || data?.kind !== 'assay-preview') return
  const { answer, code, language, theme } = data
  document.documentElement.lang = language.slice(0, 2)
  document.documentElement.dataset.theme = theme
  root.render(<Page model={{ answer, code, secret: '', language, theme, isPreview: true }} />)
})

// It shows a page and leads nowhere.
for (const event of ['click', 'submit']) {
  document.addEventListener(event, (happened) => happened.preventDefault(), { capture: true })
}
window.parent.postMessage(previewReady, location.origin)
