import { offerCamera } from './camera-button.ts'
import { offerCopyAndPrint } from './copy-and-print.ts'
import { downscalePhoto } from './downscale-photo.ts'
import { sendReport, sendStoredReports, storeReport, type WrittenReport } from './stored-reports.ts'

/**
 * The report form works without this script. With it, a large photo is shrunk before it is sent, and a report without a
 * connection is kept on the device and sent later.
 */
const root = document.getElementById('root')!
const retryMs = 60_000
/** The stored report that the page is about; undefined while the page shows anything else, such as another form. */
let keptKey: string | undefined
let isSending = false

watchForm()
offerCopyAndPrint(document)
void sendStored()
addEventListener('online', () => void sendStored())
// Not before the time that a busy server asks for, see stored-reports.ts.
setInterval(() => void sendStored(), retryMs)

async function sendStored(): Promise<void> {
  if (isSending) return
  isSending = true
  await sendStoredReports((key, page) => key === keptKey && show(page)).catch(() => undefined)
  isSending = false
}

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
  const answer = await sendReport(report).catch(() => undefined)
  const reason = answer?.page?.querySelector('[role=alert]')
  // A page about this report, or the reason why the server could not read it, or an error page of a proxy.
  if (answer?.outcome) show(answer.page)
  else if (reason) explain(form, reason.textContent)
  else await keep(form, report)
  button.disabled = false
  button.textContent = label
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

async function keep(form: HTMLFormElement, report: WrittenReport): Promise<void> {
  try {
    await storeReport(report)
  } catch {
    return explain(form, form.dataset.unsent ?? '')
  }
  const template = document.querySelector<HTMLTemplateElement>('#kept')!
  root.replaceChildren(template.content.cloneNode(true))
  keptKey = report.key
  focusHeading()
}

/** Shows the content of a page of the server, whose markup is in the same design. False if it is no such page. */
function show(shown: HTMLElement | null): boolean {
  if (!shown) return false
  root.replaceChildren(...shown.childNodes)
  keptKey = undefined
  focusHeading()
  watchForm()
  return true
}

/** Shows a reason above the form, which keeps its words and its photo. */
function explain(form: HTMLFormElement, reason: string): void {
  root.querySelector('[role=alert]')?.remove()
  const band = document.createElement('section')
  band.className = 'band caution'
  band.setAttribute('role', 'alert')
  band.append(document.createElement('p'))
  band.firstElementChild!.textContent = reason
  form.before(band)
  focusHeading()
}

function focusHeading(): void {
  const heading = root.querySelector<HTMLElement>('[role=alert]') ?? root.querySelector<HTMLElement>('h1')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus()
}
