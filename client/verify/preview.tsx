import { createRoot } from 'react-dom/client'
import './styles/styles.ts'
import { pageStyle } from '#shared/customization/page-style.ts'
import { type PreviewMessage, previewReady } from '#shared/verify/preview.ts'
import { isGenuineResult } from '#shared/verify/result/result-kind.ts'
import { ResultPage } from './page.tsx'

/** Data that the server writes into the head of the page. */
const brandColors = new CSSStyleSheet()
document.adoptedStyleSheets = [brandColors]
const root = createRoot(document.getElementById('root')!)

window.addEventListener('message', ({ origin, source, data }: MessageEvent<PreviewMessage>) => {
  if (origin !== location.origin || source !== window.parent || data?.kind !== 'assay-preview') return
  const { answer, code, language, theme, pictures } = data
  brandColors.replaceSync(isGenuineResult(answer) ? pageStyle(answer.customization) : '')
  document.documentElement.lang = language.slice(0, 2)
  document.documentElement.dataset.theme = theme
  root.render(<ResultPage model={{ answer, code, secret: '', language, theme, pictures, isPreview: true }} />)
})

// Links are disabled in the preview.
for (const event of ['click', 'submit']) {
  document.addEventListener(event, (happened) => happened.preventDefault(), { capture: true })
}
window.parent.postMessage(previewReady, location.origin)
