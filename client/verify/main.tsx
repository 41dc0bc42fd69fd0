import { hydrateRoot } from 'react-dom/client'
import './styles/styles.ts'
import { countOpening } from './count-opening.ts'
import { VerifyPage } from './entry/entry.tsx'
import type { Model } from './model.ts'
import { sendSeen, tellWhenSeen } from './tell-when-seen.ts'

countOpening(document, {
  entries: performance.getEntriesByType('navigation'),
  reload: () => location.reload(),
})
const model = JSON.parse(document.getElementById('model')!.textContent) as Model
// Other codes have no history.
if ('answer' in model && model.answer.verdict === 'genuine') tellWhenSeen(document, () => sendSeen(model))
/** A report that waited for a connection is sent from any page. */
if (isReportWaiting()) {
  import('./report/stored-reports.ts').then(({ sendStoredReports }) => sendStoredReports()).catch(() => undefined)
}

function isReportWaiting(): boolean {
  try {
    // The same name as in stored-reports.ts, which most pages never load.
    return navigator.onLine && localStorage.getItem('assay-reports') !== null
  } catch {
    // Browsers may forbid the storage.
    return false
  }
}

hydrateRoot(document.getElementById('root')!, <VerifyPage model={model} />)
