import type { Language } from '#shared/core/i18n/language.ts'
import { type BitcoinBlock, blockWithRoot, fetchHeader, headersIn } from '#shared/transparency/bitcoin-header.ts'
import { describeBitcoin, describeFinding, findingWords } from '#shared/transparency/describe-finding.ts'
import type { Policy } from '#shared/transparency/policy.ts'
import { checkBundle, type Finding, type Proven } from '#shared/transparency/verify-proof-archive.ts'
import { el, filePicker } from './create-element.ts'

/** A limit for the size of an archive, bytes. Archives of Assay have some kilobytes. */
const maxBytes = 8 * 1024 * 1024
const marks = { good: '✓', unsure: '!', bad: '✕' } as const

/** The page of the checker. Its only state is the chosen archive and the header of its block. */
export function openChecker(root: HTMLElement, policy: Policy | undefined, first: Language): void {
  let language = first
  let finding: Finding | undefined
  let block: BitcoinBlock | null | undefined
  let isUnreachable = false

  async function choose(file: File): Promise<void> {
    const bytes = file.size <= maxBytes ? new Uint8Array(await file.arrayBuffer()) : new Uint8Array()
    finding = policy && checkBundle(bytes, policy)
    block = undefined
    isUnreachable = false
    show()
    root.querySelector<HTMLElement>('.result')?.focus()
  }

  function judgeHeaders(headers: readonly Uint8Array[], { bitcoin }: Proven): void {
    const found = headers.map((header) => blockWithRoot(header, bitcoin!.message)).find((one) => one !== undefined)
    block = found ?? null
    isUnreachable = false
    show()
  }

  async function ask(url: string, proven: Proven): Promise<void> {
    try {
      judgeHeaders([await fetchHeader(url, proven.bitcoin!.height!)], proven)
    } catch {
      isUnreachable = true
      show()
    }
  }

  function show(): void {
    const t = findingWords(language)
    document.documentElement.lang = language === 'ruRU' ? 'ru' : 'en'
    document.title = t('title')
    const toggle = el(
      'button',
      { type: 'button', class: 'plain', lang: language === 'ruRU' ? 'en' : 'ru' },
      t('language'),
    )
    toggle.addEventListener('click', () => {
      language = language === 'ruRU' ? 'enUS' : 'ruRU'
      show()
      root.querySelector<HTMLElement>('header button')?.focus()
    })
    const header = el('header', {}, el('h1', {}, t('title')), toggle)
    root.replaceChildren(
      header,
      ...(policy ? [picker(), ...(finding ? [result(finding)] : []), trust(policy)] : [missing()]),
    )
  }

  const missing = () => el('p', { class: 'note', role: 'alert' }, findingWords(language)('noPolicy'))

  function picker(): HTMLElement {
    const t = findingWords(language)
    const label = t(finding ? 'another' : 'choose')
    const pick = filePicker(label, '.zip,application/zip', (file) => void choose(file), finding ? 'pick again' : 'pick')
    return el(
      'section',
      { class: 'choose' },
      ...(finding ? [] : [el('p', {}, t('lead'))]),
      pick,
      el('p', { class: 'drop' }, t('drop')),
    )
  }

  function result(found: Finding): HTMLElement {
    const { tone, title, lead, sections, statement } = describeFinding(found, language)
    const t = findingWords(language)
    const head = el('h2', {}, el('span', { class: 'mark', 'aria-hidden': 'true' }, marks[tone]), title)
    const parts = sections.map((part) => el('section', {}, el('h3', {}, part.title), list(part.lines)))
    const card = el(
      'article',
      { class: `result ${tone}`, tabindex: '-1', role: 'status' },
      head,
      el('p', {}, lead),
      ...parts,
    )
    if (found.outcome === 'genuine' || found.outcome === 'unwitnessed') card.append(bitcoinPart(found))
    if (statement.length > 0) {
      const facts = statement.flatMap(([name, value]) => [el('dt', {}, name), el('dd', {}, value)])
      card.append(el('section', {}, el('h3', {}, t('statementTitle')), el('dl', {}, ...facts)))
    }
    return card
  }

  const list = (lines: readonly string[]) => el('ul', {}, ...lines.map((line) => el('li', {}, line)))

  function bitcoinPart(proven: Proven): HTMLElement {
    const t = findingWords(language)
    const lines = [...describeBitcoin(proven, block, language), ...(isUnreachable ? [t('bitcoinUnreachable')] : [])]
    const part = el('section', {}, el('h3', {}, t('bitcoinTitle')), list(lines))
    if (!proven.bitcoin || proven.bitcoin.height === null || block) return part
    const url = el('input', { type: 'url', id: 'explorer', value: 'https://blockstream.info/api', required: '' })
    const form = el('form', {}, el('label', { for: 'explorer' }, t('explorer')), url, el('button', {}, t('ask')))
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      void ask(url.value, proven)
    })
    const read = async (file: File) => judgeHeaders(headersIn(new Uint8Array(await file.arrayBuffer())), proven)
    part.append(
      form,
      filePicker(t('header'), '', (file) => void read(file), 'pick again'),
    )
    return part
  }

  function trust({ logs, witnesses, groups }: Policy): HTMLElement {
    const t = findingWords(language)
    const values = { log: logs.at(-1)?.name ?? '', needs: groups.at(-1)?.needs ?? 0, count: witnesses.length }
    return el('footer', {}, t('checker', values))
  }

  document.addEventListener('dragover', (event) => event.preventDefault())
  document.addEventListener('drop', (event) => {
    event.preventDefault()
    const [file] = event.dataTransfer?.files ?? []
    if (file) void choose(file)
  })
  show()
}
