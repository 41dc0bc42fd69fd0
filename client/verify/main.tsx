import { hydrateRoot } from 'react-dom/client'
import './styles/styles.ts'
import { VerifyPage } from './entry/entry.tsx'
import type { Model } from './model.ts'

const model = JSON.parse(document.getElementById('model')!.textContent) as Model
hydrateRoot(document.getElementById('root')!, <VerifyPage model={model} />)
