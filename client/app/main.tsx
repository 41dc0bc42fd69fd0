import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startI18n } from '#client/core/i18n.ts'
import { applyTheme } from '#client/core/preferences.ts'
import { startSession } from '#client/core/session.ts'
import { App } from './app.tsx'

applyTheme()
await Promise.all([startI18n(), startSession()])
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
