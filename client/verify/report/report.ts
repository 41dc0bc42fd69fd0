import { shrinkPhoto } from './shrink-photo.ts'
import { sendReport, sendStoredReports, storeReport, type WrittenReport } from './stored-reports.ts'

/**
 * The report form works without this script. With it, a large photo is shrunk before it is sent, and a report without a
 * connection is kept on the device and sent later.
 */
const root = document.getElementById('root')!
watchForm()
void sendStoredReports().catch(() => undefined)
addEventListener('online', () => void sendStoredReports(show).catch(() => undefined))

function watchForm(): void {
  const form = document.querySelector<HTMLFormElement>('.report-form')
  form?.addEventListener('submit', (event) => {
    event.preventDefault()
    void send(form)
  })
}

async function send(form: HTMLFormElement): Promise<void> {
  const button = form.querySelector('button')!
  if (button.disabled) return
  button.disabled = true
  const label = button.textContent
  button.textContent = form.dataset.sending ?? label
  const report = await reportOf(form)
  try {
    const { page } = await sendReport(report)
    show(page)
  } catch {
    // Without a connection. Without room on the device either, the form stays as it is.
    const isStored = await storeReport(report).then(
      () => true,
      () => false,
    )
    if (isStored) showKept()
    button.disabled = false
    button.textContent = label
  }
}

async function reportOf(form: HTMLFormElement): Promise<WrittenReport> {
  const fields: Record<string, string> = {}
  let photo: Blob | undefined
  for (const [name, value] of new FormData(form)) {
    if (typeof value === 'string') fields[name] = value
    else if (value.size > 0) photo = await shrinkPhoto(value)
  }
  return { key: crypto.randomUUID(), fields, photo }
}

/** Shows the content of a page of the server: its markup is in the same design. */
function show(page: string): void {
  const shown = new DOMParser().parseFromString(page, 'text/html').getElementById('root')
  if (!shown) return
  root.replaceChildren(...shown.childNodes)
  focusHeading()
  watchForm()
}

function showKept(): void {
  const kept = document.querySelector<HTMLTemplateElement>('#kept')!
  root.replaceChildren(kept.content.cloneNode(true))
  focusHeading()
}

function focusHeading(): void {
  const heading = root.querySelector<HTMLElement>('[role=alert], h1')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus()
}
