import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startI18n } from '#client/core/i18n/i18n.ts'
import { applyTheme } from '#client/core/session/preferences.ts'
import { startSession } from '#client/core/session/session.ts'
import { App } from './app.tsx'
import { preloadFirstScreen } from './preload.ts'
import { listenForInstallPrompt } from './service-worker/install-prompt.ts'
import { registerServiceWorker } from './service-worker/updates.ts'

applyTheme()
listenForInstallPrompt()
const { namespaces, ready } = preloadFirstScreen(location, startSession())
await Promise.all([startI18n(namespaces), ready])
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
// After the first paint, because it must not compete with the page for the connection.
window.addEventListener('load', () => void registerServiceWorker())
if (document.readyState === 'complete') void registerServiceWorker()
