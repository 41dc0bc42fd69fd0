import type { Language } from '#shared/core/i18n/language.ts'
import type { BlockCheck } from '#shared/transparency/bitcoin/check-block.ts'
import { createFindingFormatter, describeFinding, type FileFinding } from '#shared/transparency/describe-finding.ts'
import type { Policy } from '#shared/transparency/policy.ts'
import { bitcoinPart } from './bitcoin-part.ts'
import { refuseUnread } from './check-files.ts'
import type { CheckFiles } from './check-in-worker.ts'
import { createElement, filePicker, list } from './create-element.ts'

const marks = { good: '✓', unsure: '!', bad: '✕' } as const

/** The page of the checker. Its only state is the chosen files and the block of their proof. */
export function openChecker(
  root: HTMLElement,
  policy: Policy | undefined,
  first: Language,
  checkFiles: CheckFiles,
): void {
  let language = first
  let finding: FileFinding | undefined
  let block: BlockCheck | undefined
  let isChecking = false

  /** Counts the checks of chosen files and of their blocks: only the result of the last one is shown. */
  let checks = 0

  async function choose(files: File[]): Promise<void> {
    if (!policy) return
    const check = ++checks
    isChecking = true
    show()
    const found = refuseUnread(files) ?? (await checkFiles(await Promise.all(files.map(readFile)), policy))
    if (check !== checks) return
    finding = found
    block = undefined
    isChecking = false
    show()
    root.querySelector<HTMLElement>('.result')?.focus()
  }

  const readFile = async (file: File) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })

  async function settle(pending: Promise<BlockCheck>): Promise<void> {
    const check = ++checks
    const found = await pending
    // Other files have another block.
    if (check !== checks) return
    block = found
    show()
  }

  function show(): void {
    const t = createFindingFormatter(language)
    document.documentElement.lang = language === 'ruRU' ? 'ru' : 'en'
    document.title = t('title')
    const toggle = createElement(
      'button',
      { type: 'button', class: 'plain', lang: language === 'ruRU' ? 'en' : 'ru' },
      t('language'),
    )
    toggle.addEventListener('click', () => {
      language = language === 'ruRU' ? 'enUS' : 'ruRU'
      show()
      root.querySelector<HTMLElement>('header button')?.focus()
    })
    const header = createElement('header', {}, createElement('h1', {}, t('title')), toggle)
    root.replaceChildren(header, ...(policy ? [picker(), ...shownResult(), trust(policy)] : [missing()]))
  }

  const missing = () =>
    createElement('p', { class: 'note', role: 'alert' }, createFindingFormatter(language)('noPolicy'))

  function shownResult(): HTMLElement[] {
    if (isChecking) return [createElement('p', { role: 'status' }, createFindingFormatter(language)('checking'))]
    return finding ? [result(finding)] : []
  }

  function picker(): HTMLElement {
    const t = createFindingFormatter(language)
    const accept = '.zip,application/zip,.ots,*/*'
    const pick = filePicker(
      t(finding ? 'another' : 'choose'),
      { className: finding ? 'pick again' : 'pick', accept, isMultiple: true },
      (files) => void choose(files),
    )
    return createElement(
      'section',
      { class: 'choose' },
      ...(finding ? [] : [createElement('p', {}, t('lead'))]),
      pick,
      createElement('p', { class: 'drop' }, t('drop')),
      createElement('p', { class: 'hint' }, t('pair')),
    )
  }

  function result(found: FileFinding): HTMLElement {
    const { tone, title, lead, sections, statement } = describeFinding(found, language)
    const t = createFindingFormatter(language)
    const head = createElement(
      'h2',
      {},
      createElement('span', { class: 'mark', 'aria-hidden': 'true' }, marks[tone]),
      title,
    )
    const parts = sections.map((part) =>
      createElement('section', {}, createElement('h3', {}, part.title), list(part.lines)),
    )
    const card = createElement(
      'article',
      { class: `result ${tone}`, tabindex: '-1', role: 'status' },
      head,
      createElement('p', {}, lead),
      ...parts,
    )
    if ('bitcoin' in found) {
      const { bitcoin } = found
      card.append(bitcoinPart({ bitcoin, check: block, language, settle: (check) => void settle(check) }))
    }
    if (statement.length > 0) {
      const facts = statement.flatMap(([name, value]) => [
        createElement('dt', {}, name),
        createElement('dd', {}, value),
      ])
      card.append(
        createElement('section', {}, createElement('h3', {}, t('statementTitle')), createElement('dl', {}, ...facts)),
      )
    }
    return card
  }

  function trust({ logs, witnesses, groups }: Policy): HTMLElement {
    const t = createFindingFormatter(language)
    const values = { log: logs.at(-1)?.name ?? '', needs: groups.at(-1)?.needs ?? 0, count: witnesses.length }
    return createElement('footer', {}, t('checker', values))
  }

  document.addEventListener('dragover', (event) => event.preventDefault())
  document.addEventListener('drop', (event) => {
    event.preventDefault()
    const files = [...(event.dataTransfer?.files ?? [])]
    if (files.length > 0) void choose(files)
  })
  show()
}
