import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { parseList } from '#client/codes/parse.ts'
import { withRowErrors } from '#client/codes/row-errors.ts'
import { queryClient } from '#client/core/http/query-client.ts'
import { session } from '#client/core/session/session-state.ts'
import type { FileRequest } from '#client/core/text-file/read-in-worker.ts'
import { setUpDevice } from '#client/ui/test/screen.fixture.tsx'
import { activationEntity } from '#shared/activation/record.ts'
import { formatAddress, parseCode } from '#shared/verify/code/code.ts'
import { Component } from './page.tsx'

const texts = ['activation', 'codes', 'file'] as const
/** The prefix of an address that identifies its order. */
const codeOf = (order: number, serial = 1) =>
  formatAddress(`${(0x10000000 + order).toString(16)}-aa00-4000-8000-${String(serial).padStart(12, '0')}`)

/** A server that returns the certificates of orders and finds the problems of `bad` codes, and a worker that parses lists. */
function around(certificatesOf: (order: number) => string[], bad: Record<string, string> = {}) {
  class Reader {
    onmessage?: (event: { data: unknown }) => void
    async postMessage({ file, options }: FileRequest) {
      this.onmessage?.({ data: withRowErrors(parseList(new Uint8Array(await file.arrayBuffer()), options)) })
    }
    terminate() {}
  }
  vi.stubGlobal('Worker', Reader)
  vi.stubGlobal('fetch', async (url: string, { body }: { body?: string } = {}) => {
    const { pathname, searchParams } = new URL(url, 'http://test')
    if (pathname.includes('check')) {
      const { addressList } = JSON.parse(body!) as { addressList: string[] }
      const errors = addressList.flatMap((code, at) => (bad[code] ? [{ row: at + 1, code, problem: bad[code] }] : []))
      return Response.json({ valid: addressList.length - errors.length, errors })
    }
    if (!pathname.includes('preview')) return Response.json({}, { status: 503 })
    const { address } = parseCode(searchParams.get('a')!)!
    const order = Number.parseInt(address.slice(0, 8), 16) - 0x10000000
    const certificates = certificatesOf(order).map((id) => ({
      id,
      title: `Title ${id}`,
      type: 'Halal',
      status: 'Approved',
    }))
    const sku = { name: `Product ${order}`, certificates }
    return Response.json({ address, serial_no: 1, state: 'Inactive', order: { order_id: 'x', sku } })
  })
}

async function listOf(codes: string[]) {
  const device = await setUpDevice({ texts, answer: () => 'away' })
  const { user, show, engine } = device
  const activations = async () =>
    (await engine.db.outbox.orderBy('at').toArray()).filter(({ entity }) => entity === activationEntity)
  const upload = async (list: string[]) => {
    const input = await waitFor(() => document.querySelector<HTMLInputElement>('input[type=file]')!)
    await user.upload(input, new File([`Codes\r\n${list.join('\r\n')}\r\n`], 'list.csv', { type: 'text/csv' }))
  }
  return {
    ...device,
    activations,
    upload,
    async open(path = '/activatecode') {
      show(Component, path)
      await upload(codes)
    },
    async activate() {
      const press = await screen.findByTestId('activate')
      await waitFor(() => expect(press).toHaveProperty('disabled', false))
      await user.click(press)
      const question = await screen.findByRole('alertdialog')
      await user.click(within(question).getByRole('button', { name: /^Activate/ }))
      const close = await screen.findAllByRole('button', { name: 'Close' })
      await user.click(close.at(-1)!)
    },
  }
}

beforeEach(() => queryClient.clear())

test('resets the options for each list, and can drop a certificate of an unlisted product [CO06 CO07]', async () => {
  around((order) => (order === 1 ? ['a1', 'a2'] : []))
  const { engine, user, open, upload, activate, activations } = await listOf([codeOf(1), codeOf(1, 2)])
  await open()
  await user.click(await screen.findByRole('checkbox', { name: /^Title a2/ }))
  await activate()
  await upload([codeOf(2)])
  await activate()
  const [first, second] = await activations()
  expect([first!.patch.certificates, second!.patch.certificates]).toEqual([{ to: ['a1'] }, undefined])

  // A list that was rejected for such a certificate can be sent without it.
  await engine.db.outbox
    .where('opId')
    .equals(second!.opId)
    .modify((row) => {
      Object.assign(row, { state: 'attention', rejection: { code: 'activation.noCertificate', message: '' } })
      row.patch = { ...row.patch, certificates: { to: ['a1'] } }
    })
  await engine.db.records.update([activationEntity, second!.recordId], { 'data.certificates': ['a1'] } as never)
  await user.click((await screen.findAllByRole('button', { name: /^Fix/ }))[0]!)
  await user.click(await screen.findByRole('button', { name: 'Send with this choice' }))
  await waitFor(async () => expect((await activations()).every(({ state }) => state === 'ready')).toBe(true))
  expect((await activations())[1]!.patch.certificates?.to).toBeUndefined()
})

test('sends every certificate and offers no choice when some products of a list are unknown [CO07]', async () => {
  around((order) => [`c${order}`])
  const { open, activate, activations } = await listOf(Array.from({ length: 9 }, (_, order) => codeOf(order + 1)))
  await open()
  await screen.findByTestId('activate')
  await activate()
  expect(screen.queryAllByRole('checkbox', { name: /^Title/ })).toEqual([])
  expect((await activations())[0]!.patch).not.toHaveProperty('certificates')
})

test('shows a submission that this device does not have as chosen, and lets the user remove it [CO07]', async () => {
  around(() => [])
  const { user, open, activate, activations } = await listOf([codeOf(1)])
  session.setState({ user: { features: ['submission'] } as never })
  const unknown = '0193a000-0000-7000-8000-0000000000bb'
  await open(`/activatecode?submissionId=${unknown}`)
  const select = await screen.findByRole<HTMLSelectElement>('combobox', { name: /ubmission/ })
  await screen.findByText('The submission is not complete yet, or not on this device.')
  expect(select.value).toBe(unknown)
  await user.selectOptions(select, 'No submission')
  await activate()
  expect((await activations())[0]!.patch).not.toHaveProperty('submissionId')
})

test('blocks activation until the user removes the submission when the feature is off [CO07]', async () => {
  around(() => [])
  const { user, open, activate, activations } = await listOf([codeOf(1)])
  session.setState({ user: { features: [] } as never })
  await open('/activatecode?submissionId=0193a000-0000-7000-8000-0000000000bb')
  await screen.findByText(/cannot be activated with the submission/)
  const press = await screen.findByTestId('activate')
  expect(press).toHaveProperty('disabled', true)
  await user.click(await screen.findByRole('button', { name: 'Continue without the submission' }))
  await activate()
  expect((await activations())[0]!.patch).not.toHaveProperty('submissionId')
})

test('activates the good codes of a list with one button, and leaves the rows with errors [CO06]', async () => {
  around(() => [], { [codeOf(2)]: 'active', 'no code': 'unreadable' })
  const { open, activate, activations } = await listOf([codeOf(1), codeOf(2), '"never closed', 'no code'])
  await open()
  const press = await screen.findByRole('button', { name: 'Activate the 1 good code' })
  expect(screen.getByTestId('file-notes').textContent).toContain(
    '5 rows in the file: 1 heading, 1 ready, 3 with problems.',
  )
  await waitFor(() => expect(press).toHaveProperty('disabled', false))
  await activate()
  expect((await activations()).map(({ patch }) => patch.addressList!.to)).toEqual([[codeOf(1)]])
  await waitFor(() =>
    expect(screen.getByTestId('file-notes').textContent).toContain('1 done, 0 ready, 3 with problems.'),
  )
  expect(screen.getByTestId('activate')).toHaveProperty('disabled', true)
})

test('names the limit when a file has more codes than can be activated at once [CO06]', async () => {
  around(() => [])
  const { user, open, activations } = await listOf(Array.from({ length: 3001 }, (_, at) => codeOf(1, at + 1)))
  await open()
  const dialog = await screen.findByRole('dialog', { name: 'Too many codes' })
  expect(dialog.textContent).toContain('3,000')
  expect(dialog.textContent).toContain('3,001')
  await user.click((await screen.findAllByRole('button', { name: 'Close' })).at(-1)!)
  expect(screen.queryByTestId('activate')).toBeNull()
  expect(await activations()).toEqual([])
})

test('notifies when a batch that was shown as activating is active [CO06]', async () => {
  around(() => [])
  const { engine, show } = await setUpDevice({ texts, answer: () => 'away' })
  const batch = { state: 'running', identifier: 'B-1', quantity: 2, createdAt: '2026-11-21T08:00:00.000Z' }
  const id = '0193a000-0000-7000-8000-0000000000cc'
  await engine.db.records.put({ entity: activationEntity, id, ver: 1, data: batch } as never)
  show(Component, '/activatecode')
  await screen.findByText('Activating')
  await engine.db.records.update([activationEntity, id], { 'data.state': 'done' } as never)
  await screen.findByText('2 codes have been activated')
  await screen.findByText('Activated')
})

test('keeps the result of an activation open when its codes are checked again [CO06]', async () => {
  const { user, show } = await setUpDevice({ texts: [...texts, 'scan'], answer: () => 'away' })
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
  show(Component, '/activatecode')
  await user.click(await screen.findByRole('tab', { name: 'Scan' }))
  await user.click(await screen.findByLabelText('Code'))
  await user.paste(codeOf(1))
  await user.keyboard('{Enter}')
  await user.click(await screen.findByTestId('activate'))
  const question = await screen.findByRole('alertdialog')
  await user.click(within(question).getByRole('button', { name: /^Activate/ }))
  const result = await screen.findByRole('dialog', { name: /^1 code queued/ })
  // The check of an accepted code that had no connection is repeated. It finds the code in the stored list.
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(document.body.textContent).toContain('Being activated'))
  expect(result.isConnected).toBe(true)
  await user.click(within(result).getAllByRole('button', { name: 'Close' }).at(-1)!)
  await waitFor(() => expect(screen.queryByTestId('activate')).toBeNull())
})
