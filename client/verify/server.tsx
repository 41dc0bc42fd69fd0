import { renderToString } from 'react-dom/server'
import { VerifyPage } from './entry/entry.tsx'
import type { Model } from './model.ts'

export type { EntryModel, Model, PageModel } from './model.ts'

/** The content of `#root`, rendered on the server from the components that the browser hydrates. */
export function renderPage(model: Model): string {
  return renderToString(<VerifyPage model={model} />)
}
