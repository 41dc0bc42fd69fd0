import { renderToString } from 'react-dom/server'
import { VerifyPage } from './entry/entry.tsx'
import type { Model } from './model.ts'

export type { EntryModel, Model, PageModel } from './model.ts'

/** The inside of `#root`, painted on the server from the same components that the browser takes over. */
export function renderPage(model: Model): string {
  return renderToString(<VerifyPage model={model} />)
}
