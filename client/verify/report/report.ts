import { offerCamera } from './camera-button.ts'
import { downscalePhoto } from './downscale-photo.ts'
import { sendReport, sendStoredReports, storeReport, type WrittenReport } from './stored-reports.ts'

/**
 * The report form works without this script. With it, a large photo is shrunk before it is sent, and a report without a
 * connection is kept on the device and sent later.
 */
const root = document.getElementById('root')!
watchForm()
void sendStoredReports().catch(() => undefined)
addEventListener('online', () => void sendStoredReports((page) => void show(page)).catch(() => undefined))

function watchForm(): void {
  const form = document.querySelector<HTMLFormElement>('.report-form')
  if (!form) return
  offerCamera(form)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void send(form)
  })
}

async function send(form: HTMLFormElement): Promise<void> {
  const button = form.querySelector<HTMLButtonElement>('button[type=submit]')!
  if (button.disabled) return
  button.disabled = true
  const label = button.textContent
  button.textContent = form.dataset.sending ?? label
  const report = await reportOf(form)
  try {
    const { status, page } = await sendReport(report)
    if (status >= 500 || !show(page)) throw new Error('The response is not a page')
  } catch {
    // Without a connection, or with an error page of a proxy. Without room on the device either, the form stays as it is.
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
    else if (value.size > 0) photo = await downscalePhoto(value)
  }
  return { key: crypto.randomUUID(), fields, photo }
}

/** Shows the content of a page of the server, whose markup is in the same design. False if it is no such page. */
function show(page: string): boolean {
  const shown = new DOMParser().parseFromString(page, 'text/html').getElementById('root')
  if (!shown) return false
  root.replaceChildren(...shown.childNodes)
  focusHeading()
  watchForm()
  return true
}

function showKept(): void {
  const template = document.querySelector<HTMLTemplateElement>('#kept')!
  root.replaceChildren(template.content.cloneNode(true))
  focusHeading()
}

function focusHeading(): void {
  const heading = root.querySelector<HTMLElement>('[role=alert], h1')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus()
}
