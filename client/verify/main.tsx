import { hydrateRoot } from 'react-dom/client'
import './styles.ts'
import { VerifyPage } from './entry.tsx'
import type { Model } from './model.ts'

const model = JSON.parse(document.getElementById('model')!.textContent) as Model
hydrateRoot(document.getElementById('root')!, <VerifyPage model={model} />)
