import { hydrateRoot } from 'react-dom/client'
import './styles.ts'
import type { PageModel } from './model.ts'
import { Page } from './page.tsx'

const model = JSON.parse(document.getElementById('model')!.textContent) as PageModel
hydrateRoot(document.getElementById('root')!, <Page model={model} />)
