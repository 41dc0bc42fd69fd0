#!/usr/bin/env node
import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { CallError, createClient } from './client.mjs'

const usage = `Usage: assay COMMAND [--json]

  orders create --sku ID|ARTICLE --quantity N [--note TEXT] [--wait] [--idempotency-key KEY]
                        orders codes and prints the id of the order
  codes download ORDER [--type all|inactive|active] [--serial]
                        prints the codes of an order as CSV, secrets included
  activate FILE|-       activates the codes in the first column of a CSV or text file; running it again is safe
  scans export [--from TIME] [--to TIME] [--sku ID]
                        prints the scans of the range (ISO 8601, the last day by default) as CSV

ASSAY_URL and ASSAY_KEY name the installation and an API key (Settings > API keys).
Data is printed on standard output, progress and errors on standard error.
Exit codes: 0 done, 1 rejected, 2 wrong usage, 3 the key may not do this, 75 try again later.
`
const exitCodes = { rejected: 1, usage: 2, denied: 3, later: 75 }
/** The most codes of one activation. */
const maxCodes = 3_000
const pageSize = 100
const pollMs = 1_000
const dayMs = 86_400_000

class UsageError extends Error {}

const tell = (line) => process.stderr.write(`${line}\n`)
const print = (line) => process.stdout.write(`${line}\n`)

async function createOrder(assay, { sku, quantity, note, wait, 'idempotency-key': key, json }) {
  if (!sku || !/^[1-9]\d*$/.test(quantity ?? ''))
    throw new UsageError('orders create needs --sku and a whole --quantity')
  const body = { skuId: await skuIdOf(assay, sku), quantity: Number(quantity), ...(note !== undefined && { note }) }
  let order = await assay.call('POST /order', { body, idempotencyKey: key ?? randomUUID() })
  tell(`Order ${order.order_id}: ${order.quantity} codes`)
  if (wait)
    order = await until(
      () => assay.call('GET /order/:id', { params: { id: order.id } }),
      ({ state }) => state === 'done' || state === 'failed',
    )
  print(json ? JSON.stringify(order) : order.id)
  if (order.state === 'failed')
    throw new CallError(409, { error: 'order.failed', message: 'The order failed. Its credit is refunded.' })
}

/** The id of a product that is named by its id or its article number. */
async function skuIdOf(assay, sku) {
  if (/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(sku)) return sku
  const { rows } = await assay.call('GET /sku', { query: { search: sku, limit: pageSize } })
  const found = rows.filter((row) => row.sku === sku)
  if (found.length === 1) return found[0].id
  throw new UsageError(
    found.length === 0 ? `There is no product ${sku}` : `Several products are named ${sku}: give the id`,
  )
}

async function downloadCodes(assay, { type, serial }, [order]) {
  if (!order) throw new UsageError('codes download needs the id of an order')
  const query = {
    type,
    serial: serial ? 'true' : undefined,
  }
  const { body } = await assay.open('GET /tag/download/:id', { params: { id: order }, query })
  await pipeline(body, process.stdout, { end: false })
}

async function activate(assay, { json }, [file]) {
  if (!file) throw new UsageError('activate needs a file with codes, or - for standard input')
  const codes = codesIn(readFileSync(file === '-' ? 0 : file, 'utf8'))
  if (codes.length === 0) throw new UsageError(`${file} contains no codes`)
  const parts = Array.from({ length: Math.ceil(codes.length / maxCodes) }, (_, n) =>
    codes.slice(n * maxCodes, (n + 1) * maxCodes),
  )
  const batches = []
  for (const addressList of parts) {
    // The same list has the same key, so a list that was sent before is not activated again.
    const key = `activate-${createHash('sha256').update(addressList.join('\n')).digest('hex')}`
    batches.push(await assay.call('POST /tag/activate', { body: { addressList }, idempotencyKey: key }))
    tell(`Sent ${Math.min(batches.length * maxCodes, codes.length)} of ${codes.length} codes`)
  }
  const ended = []
  for (const { id } of batches) {
    ended.push(
      await until(
        () => assay.call('GET /payloads/activateBatch/:id', { params: { id } }),
        ({ status }) => status !== 'Activating',
      ),
    )
    if (!json) print(`${id} ${ended.at(-1).status}`)
  }
  if (json) print(JSON.stringify(ended))
  if (ended.some(({ status }) => status === 'Failed'))
    throw new CallError(409, { error: 'activation.failed', message: 'An activation failed: its codes are inactive.' })
}

/** The first column of each line, without the header and without quotation marks. */
function codesIn(text) {
  const cells = text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .map((line) =>
      line
        .split(/[,;\t]/)[0]
        .trim()
        .replace(/^"(.*)"$/, '$1'),
    )
  return cells.filter((cell, at) => cell !== '' && !(at === 0 && /^codes?$/i.test(cell)))
}

async function exportScans(assay, { from, to, sku: skuId, json }) {
  const end = to ?? new Date().toISOString()
  const range = { from: from ?? new Date(Date.parse(end) - dayMs).toISOString(), to: end, timeZone: 'UTC', skuId }
  if (!json) print('time,sku,action,location,country,suspicious')
  let seen = 0
  for (let page = 1; ; page++) {
    const { rows, total } = await assay.call('GET /insights/scans', { query: { ...range, page, limit: pageSize } })
    for (const row of rows) {
      const { Time, SKU, Action, Location, Country, suspicious } = row
      print(json ? JSON.stringify(row) : [Time, SKU, Action, Location, Country, suspicious].map(csvCell).join(','))
    }
    seen += rows.length
    tell(`${seen} of ${total} scans`)
    if (rows.length === 0 || seen >= total) return
  }
}

/** A text that a spreadsheet would calculate gets an apostrophe. */
function csvCell(value) {
  const text = String(value).replace(/^(?=[=+\-@\t\r])/, "'")
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

async function until(read, isDone) {
  for (;;) {
    const state = await read()
    if (isDone(state)) return state
    await pause(pollMs)
  }
}

const text = { type: 'string' }
const flag = { type: 'boolean' }
const commands = {
  'orders create': {
    run: createOrder,
    options: { sku: text, quantity: text, note: text, wait: flag, 'idempotency-key': text },
  },
  'codes download': { run: downloadCodes, options: { type: text, serial: flag } },
  activate: { run: activate, options: {} },
  'scans export': { run: exportScans, options: { from: text, to: text, sku: text } },
}

async function main(args) {
  if (args.includes('--help')) return void process.stdout.write(usage)
  const name = Object.keys(commands).find((one) => `${args.join(' ')} `.startsWith(`${one} `))
  if (!name) throw new UsageError(`Unknown command: ${args.join(' ')}`)
  const { run, options } = commands[name]
  const { values, positionals } = parsed(args.slice(name.split(' ').length), options)
  const { ASSAY_URL: url, ASSAY_KEY: key } = process.env
  if (!url || !key) throw new UsageError('Set ASSAY_URL and ASSAY_KEY')
  await run(createClient({ url, key, tell }), values, positionals)
}

function parsed(args, options) {
  try {
    return parseArgs({ args, options: { ...options, json: flag }, allowPositionals: true })
  } catch (error) {
    throw new UsageError(error.message)
  }
}

function exitCodeOf(error) {
  if (error instanceof UsageError) return exitCodes.usage
  if (!(error instanceof CallError)) return exitCodes.rejected
  if (error.status === 401 || error.status === 403) return exitCodes.denied
  return error.status === 0 || error.status === 429 || error.status >= 500 ? exitCodes.later : exitCodes.rejected
}

// A reader that has enough, such as head, closes the pipe.
process.stdout.on('error', ({ code }) => process.exit(code === 'EPIPE' ? 0 : exitCodes.rejected))
try {
  await main(process.argv.slice(2))
} catch (error) {
  if (error instanceof UsageError) tell(`${error.message}\n\n${usage}`)
  else if (process.argv.includes('--json'))
    tell(JSON.stringify(error.problem ?? { error: 'failed', message: error.message }))
  else tell(error.message)
  process.exitCode = exitCodeOf(error)
}
