import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startI18n } from '#client/core/i18n.ts'
import { applyTheme } from '#client/core/preferences.ts'
import { startSession } from '#client/core/session.ts'
import { preloadFirstScreen } from './ahead.ts'
import { App } from './app.tsx'
import { listenForInstallPrompt } from './install.ts'
import { registerServiceWorker } from './updates.ts'

applyTheme()
listenForInstallPrompt()
const { namespaces, ready } = preloadFirstScreen(location, startSession())
await Promise.all([startI18n(namespaces), ready])
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
// After the first paint: a visitor's connection belongs to the page.
window.addEventListener('load', () => void registerServiceWorker())
if (document.readyState === 'complete') void registerServiceWorker()
