import { preferredLanguage } from '#shared/core/i18n/language.ts'
import { type Policy, parsePolicy } from '#shared/transparency/policy.ts'
import { checksInWorker, isWorker, serveCheck } from './check-in-worker.ts'
import { openChecker } from './checker.ts'
import style from './style.css?inline'

/** The server writes its policy into the page when it serves it; a page that was only built has none. */
function embeddedPolicy(): Policy | undefined {
  try {
    return parsePolicy(decodeURIComponent(document.getElementById('policy')?.textContent ?? ''))
  } catch {
    return undefined
  }
}

function openPage(): void {
  const checkFiles = checksInWorker(document.currentScript!.textContent)
  const sheet = document.createElement('style')
  sheet.textContent = style
  document.head.append(sheet)
  const requestedLanguage = new URLSearchParams(location.search).get('lang')
  const language = preferredLanguage(requestedLanguage ?? navigator.languages.join(','))
  openChecker(document.getElementById('root')!, embeddedPolicy(), language, checkFiles)
}

if (isWorker) serveCheck()
else openPage()
