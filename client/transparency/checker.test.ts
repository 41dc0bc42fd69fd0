import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { FileFinding } from '#shared/transparency/describe-finding.ts'
import type { Policy } from '#shared/transparency/policy.ts'
import type { ReadFile } from './check-files.ts'
import { openChecker } from './checker.ts'

/** The header of block 0 of the main network. */
const header =
  '0100000000000000000000000000000000000000000000000000000000000000000000003ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4a29ab5f49ffff001d1dac2b7c'
const hash = '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f'
const root = Uint8Array.from(Buffer.from(header, 'hex')).slice(36, 68)

/** The archives of the tests contain the height of their block only. */
const checkFiles = async ([file]: readonly ReadFile[]): Promise<FileFinding> => {
  const height = Number(new TextDecoder().decode(file!.bytes))
  const merchant = { id: 'm', name: `Brand of ${height}` }
  const entry = { merchant, batch: 'b', size: 1, root: '', time: '2026-11-21T08:00:00.000Z', skus: [], products: [] }
  const attestations = [{ height, message: height === 0 ? root : new Uint8Array(32) }]
  return {
    outcome: 'genuine',
    code: 'CODE',
    facts: {},
    log: 'log',
    index: 0,
    logSize: 1,
    witnesses: [],
    entry: entry as never,
    bitcoin: { fault: null, attestations },
  }
}

const policy = { logs: [{ name: 'log' }], witnesses: [], groups: [] } as unknown as Policy
const picker = () => document.querySelector<HTMLInputElement>('.choose input')!
const choose = (file: File) => fireEvent.change(picker(), { target: { files: [file] } })
const archive = (height: number) => new File([`${height}`], 'proof.zip')
const settle = () => new Promise((done) => setTimeout(done))

beforeEach(() => {
  const place = document.createElement('div')
  document.body.replaceChildren(place)
  openChecker(place, policy, 'enUS', checkFiles)
})
afterEach(() => {
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

test('ignores the block of an archive when another one was chosen before the explorer responds [VE03]', async () => {
  const responses: ((response: Response) => void)[] = []
  vi.stubGlobal('fetch', () => new Promise<Response>((respond) => responses.push(respond)))
  choose(archive(0))
  fireEvent.submit((await screen.findByRole('button', { name: 'Ask the explorer' })).closest('form')!)
  choose(archive(7))
  await screen.findByText(/leads to Bitcoin block 7/)
  responses[0]!(new Response('0'.repeat(64)))
  await vi.waitFor(() => expect(responses).toHaveLength(2))
  responses[1]!(new Response(header))
  await settle()
  expect(screen.queryByText(/Confirmed/)).toBeNull()
  expect(screen.getByText(/leads to Bitcoin block 7.*Not checked here yet/)).toBeTruthy()
})

test('shows the archive that was chosen last when an earlier one is read later [VE03]', async () => {
  const slow = archive(0)
  let read = (_bytes: ArrayBuffer) => {}
  slow.arrayBuffer = () => new Promise((done) => (read = done))
  choose(slow)
  choose(archive(7))
  await screen.findByText(/leads to Bitcoin block 7/)
  read(new TextEncoder().encode('0').buffer)
  await settle()
  expect(screen.getByText(/leads to Bitcoin block 7/)).toBeTruthy()
})

test('confirms the block of an archive when the explorer has its header [VE03]', async () => {
  const answers = [hash, header]
  vi.stubGlobal('fetch', async () => new Response(answers.shift()))
  choose(archive(0))
  fireEvent.submit((await screen.findByRole('button', { name: 'Ask the explorer' })).closest('form')!)
  expect(await screen.findByText(/Confirmed: block 0/)).toBeTruthy()
})

test('confirms a header that anybody may have made only after its id was compared [VE03]', async () => {
  choose(archive(0))
  await screen.findByText(/leads to Bitcoin block 0/)
  const picked = document.querySelector<HTMLInputElement>('.result input[type=file]')!
  fireEvent.change(picked, { target: { files: [new File([header], 'headers.txt')] } })
  await screen.findByText(/Not confirmed yet/)
  const compare = (id: string) => {
    const field = screen.getByLabelText<HTMLInputElement>(/^Id \(hash\) of block 0/)
    fireEvent.input(field, { target: { value: id } })
    fireEvent.submit(field.closest('form')!)
  }
  compare('block 0')
  expect(screen.queryByText(/Confirmed/)).toBeNull()
  compare('1'.repeat(64))
  await screen.findByText(/Not confirmed: block 0 of the chain has the id 1111/)
  compare(hash.toUpperCase())
  await screen.findByText(/Confirmed: block 0 contains it.*the id that you entered has the same/)
})

test('names what to choose when a file .ots is chosen alone, and reads no file above its limit [VE03]', async () => {
  choose(new File(['x'], 'payload.json.ots'))
  await screen.findByText(/Choose a file \.ots together with the file that it is for/)
  const large = archive(7)
  Object.defineProperty(large, 'size', { value: 5 * 1024 * 1024 })
  large.arrayBuffer = () => Promise.reject(new Error('read'))
  choose(large)
  await screen.findByText(/far larger than a proof/)
})
