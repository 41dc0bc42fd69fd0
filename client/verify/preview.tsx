import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import './styles/styles.ts'
import { pageStyle } from '#shared/customization/page-style.ts'
import { type PreviewMessage, previewReady } from '#shared/verify/preview.ts'
import { isGenuineResult } from '#shared/verify/result/result-kind.ts'
import { ResultPage } from './page.tsx'
import { disableControls } from './preview/disable-controls.ts'

/** The colors of the brand, which the server writes into the head of the real page. */
const brandColors = new CSSStyleSheet()
document.adoptedStyleSheets = [brandColors]
const root = createRoot(document.getElementById('root')!)

window.addEventListener('message', ({ origin, source, data }: MessageEvent<PreviewMessage>) => {
  if (origin !== location.origin || source !== window.parent || data?.kind !== 'assay-preview') return
  const { answer, code, language, theme, pictures, focus } = data
  brandColors.replaceSync(isGenuineResult(answer) ? pageStyle(answer.customization) : '')
  document.documentElement.lang = language.slice(0, 2)
  document.documentElement.dataset.theme = theme
  const model = { answer, code, secret: '', language, theme, pictures, isPreview: true }
  flushSync(() => root.render(<ResultPage model={model} />))
  if (focus) scrollIntoPreview(focus)
})

/** Scrolls this frame alone: `scrollIntoView` would scroll the editor around it, too. */
function scrollIntoPreview(selector: string): void {
  const part = document.querySelector(selector)?.getBoundingClientRect()
  if (!part || (part.top >= 0 && part.bottom <= innerHeight)) return
  const margin = Math.max(16, (innerHeight - part.height) / 2)
  const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth'
  scrollTo({ top: scrollY + part.top - margin, behavior })
}

disableControls(document)
window.parent.postMessage(previewReady, location.origin)
