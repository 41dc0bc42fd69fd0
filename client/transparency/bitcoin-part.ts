import type { Language } from '#shared/core/i18n/language.ts'
import { headersIn } from '#shared/transparency/bitcoin/block-header.ts'
import { explorerAt, isHash } from '#shared/transparency/bitcoin/block-source.ts'
import {
  askSource,
  type BlockCheck,
  blocksOf,
  checkHeaders,
  compareBlock,
} from '#shared/transparency/bitcoin/check-block.ts'
import { createFindingFormatter, describeBitcoin } from '#shared/transparency/describe-finding.ts'
import type { OtsReading } from '#shared/transparency/ots/read-ots.ts'
import { createElement, filePicker, list } from './create-element.ts'

const defaultExplorer = 'https://blockstream.info/api'
const nowSeconds = () => Date.now() / 1000

type BitcoinPart = {
  bitcoin: OtsReading | undefined
  check: BlockCheck | undefined
  language: Language
  /** Shows the result of a check, unless the person has begun another one meanwhile. */
  settle(check: Promise<BlockCheck>): void
}

/** What is known of the block of a proof, and the ways to learn more: an explorer, headers, and the id of the block. */
export function bitcoinPart({ bitcoin, check, language, settle }: BitcoinPart): HTMLElement {
  const t = createFindingFormatter(language)
  const lines = describeBitcoin(bitcoin, check, language)
  const part = createElement('section', {}, createElement('h3', {}, t('bitcoinTitle')), list(lines))
  if (!bitcoin || bitcoin.fault || blocksOf(bitcoin).length === 0 || check?.outcome === 'confirmed') return part
  const read = async (file: File) =>
    checkHeaders(bitcoin, headersIn(new Uint8Array(await file.arrayBuffer())), undefined, nowSeconds())
  if (check?.outcome === 'uncompared' || check?.outcome === 'different') {
    part.append(
      lineForm({ id: 'hash', label: t('typedHash', { height: check.height }), action: t('compare') }, (text, input) => {
        const hash = text.toLowerCase()
        if (!isHash(hash)) return complain(input, t('typedWrong'))
        settle(Promise.resolve(compareBlock(check, { hash, source: t('sourceTyped') }, nowSeconds())))
      }),
    )
  }
  part.append(
    lineForm({ id: 'explorer', label: t('explorer'), action: t('ask'), type: 'url', value: defaultExplorer }, (url) =>
      settle(askSource(bitcoin, { ask: explorerAt(url), source: new URL(url).host, now: nowSeconds() })),
    ),
    filePicker(t('header'), { className: 'pick again' }, ([file]) => settle(read(file!))),
  )
  return part
}

type Line = { id: string; label: string; action: string; type?: string; value?: string }

function lineForm(
  { id, label, action, type = 'text', value = '' }: Line,
  send: (text: string, input: HTMLInputElement) => void,
): HTMLFormElement {
  const attributes = { id, type, value, required: '', autocomplete: 'off', spellcheck: 'false' }
  const input = createElement('input', attributes)
  input.addEventListener('input', () => input.setCustomValidity(''))
  const form = createElement(
    'form',
    {},
    createElement('label', { for: id }, label),
    input,
    createElement('button', {}, action),
  )
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    send(input.value.trim(), input)
  })
  return form
}

function complain(input: HTMLInputElement, message: string): void {
  input.setCustomValidity(message)
  input.reportValidity()
}
