import { hydrateRoot } from 'react-dom/client'
import './page.css'
import './brand.css'
import './media.css'
import type { PageModel } from './model.ts'
import { Page } from './page.tsx'

const model = JSON.parse(document.getElementById('model')!.textContent) as PageModel
hydrateRoot(document.getElementById('root')!, <Page model={model} />)
