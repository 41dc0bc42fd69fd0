import type { Language } from '#shared/core/i18n/language.ts'
import { type BitcoinBlock, blockWithRoot, fetchHeader, headersIn } from '#shared/transparency/bitcoin-header.ts'
import { createFindingFormatter, describeBitcoin, describeFinding } from '#shared/transparency/describe-finding.ts'
import type { Policy } from '#shared/transparency/policy.ts'
import { type ProofFinding, type VerifiedProof, verifyProofArchive } from '#shared/transparency/verify-proof-archive.ts'
import { createElement, filePicker } from './create-element.ts'

/** A limit for the size of an archive, bytes. Archives of Assay have some kilobytes. */
const maxBytes = 8 * 1024 * 1024
const marks = { good: '✓', unsure: '!', bad: '✕' } as const

/** The page of the checker. Its only state is the chosen archive and the header of its block. */
export function openChecker(root: HTMLElement, policy: Policy | undefined, first: Language): void {
  let language = first
  let finding: ProofFinding | undefined
  let block: BitcoinBlock | null | undefined
  let isUnreachable = false

  /** Counts the checks of chosen archives and of their blocks: only the result of the last one is shown. */
  let checks = 0

  async function choose(file: File): Promise<void> {
    const check = ++checks
    const bytes = file.size <= maxBytes ? new Uint8Array(await file.arrayBuffer()) : new Uint8Array()
    if (check !== checks) return
    finding = policy && verifyProofArchive(bytes, policy)
    block = undefined
    isUnreachable = false
    show()
    root.querySelector<HTMLElement>('.result')?.focus()
  }

  /** Looks for the block of the archive in headers, which an explorer or a file has. */
  async function checkBlock(headers: () => Promise<Uint8Array[]>, { bitcoin }: VerifiedProof): Promise<void> {
    const check = ++checks
    const read = await headers().catch(() => undefined)
    // Another archive has another block.
    if (check !== checks) return
    isUnreachable = read === undefined
    if (read) {
      block = read.map((header) => blockWithRoot(header, bitcoin!.message)).find((one) => one !== undefined) ?? null
    }
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
    root.replaceChildren(
      header,
      ...(policy ? [picker(), ...(finding ? [result(finding)] : []), trust(policy)] : [missing()]),
    )
  }

  const missing = () =>
    createElement('p', { class: 'note', role: 'alert' }, createFindingFormatter(language)('noPolicy'))

  function picker(): HTMLElement {
    const t = createFindingFormatter(language)
    const label = t(finding ? 'another' : 'choose')
    const pick = filePicker(label, '.zip,application/zip', (file) => void choose(file), finding ? 'pick again' : 'pick')
    return createElement(
      'section',
      { class: 'choose' },
      ...(finding ? [] : [createElement('p', {}, t('lead'))]),
      pick,
      createElement('p', { class: 'drop' }, t('drop')),
    )
  }

  function result(found: ProofFinding): HTMLElement {
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
    if (found.outcome === 'genuine' || found.outcome === 'unwitnessed') card.append(bitcoinPart(found))
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

  const list = (lines: readonly string[]) =>
    createElement('ul', {}, ...lines.map((line) => createElement('li', {}, line)))

  function bitcoinPart(proven: VerifiedProof): HTMLElement {
    const t = createFindingFormatter(language)
    const lines = [...describeBitcoin(proven, block, language), ...(isUnreachable ? [t('bitcoinUnreachable')] : [])]
    const part = createElement('section', {}, createElement('h3', {}, t('bitcoinTitle')), list(lines))
    if (!proven.bitcoin || proven.bitcoin.height === null || block) return part
    const url = createElement('input', {
      type: 'url',
      id: 'explorer',
      value: 'https://blockstream.info/api',
      required: '',
    })
    const form = createElement(
      'form',
      {},
      createElement('label', { for: 'explorer' }, t('explorer')),
      url,
      createElement('button', {}, t('ask')),
    )
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      void checkBlock(async () => [await fetchHeader(url.value, proven.bitcoin!.height!)], proven)
    })
    const read = (file: File) => checkBlock(async () => headersIn(new Uint8Array(await file.arrayBuffer())), proven)
    part.append(
      form,
      filePicker(t('header'), '', (file) => void read(file), 'pick again'),
    )
    return part
  }

  function trust({ logs, witnesses, groups }: Policy): HTMLElement {
    const t = createFindingFormatter(language)
    const values = { log: logs.at(-1)?.name ?? '', needs: groups.at(-1)?.needs ?? 0, count: witnesses.length }
    return createElement('footer', {}, t('checker', values))
  }

  document.addEventListener('dragover', (event) => event.preventDefault())
  document.addEventListener('drop', (event) => {
    event.preventDefault()
    const [file] = event.dataTransfer?.files ?? []
    if (file) void choose(file)
  })
  show()
}
