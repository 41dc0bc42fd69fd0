import { renderToString } from 'react-dom/server'
import type { PageModel } from './model.ts'
import { Page } from './page.tsx'

export type { PageModel } from './model.ts'

/** The inside of `#root`, painted on the server from the same components that the browser takes over. */
export function renderPage(model: PageModel): string {
  return renderToString(<Page model={model} />)
}
