import 'fake-indexeddb/auto'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Component } from '#client/form/page.tsx'
import { setUpDevice } from '#client/ui/test/screen.fixture.tsx'
import { type FormView, formEntity } from '#shared/form/record.ts'
import { farmExample } from './examples.fixture.ts'
import { writeWorkbook } from './export-form.ts'

const button = (name: string | RegExp) => screen.findByRole('button', { name })

async function openImport() {
  const device = await setUpDevice({
    texts: ['form', 'expression', 'xlsform', 'submission', 'sensor', 'sync'],
    answer: () => 'away',
  })
  device.show(Component, '/form')
  await device.user.click(await button('Import XLSForm'))
  await screen.findByRole('dialog', { name: 'Import XLSForm' })
  const choose = (file: File) => device.user.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, file)
  const stored = async () => {
    const rows = await device.engine.db.records.where('entity').equals(formEntity).toArray()
    return rows.map(({ data }) => data as unknown as FormView)
  }
  return { ...device, choose, stored }
}
const xlsx = (parts: BlobPart[]) =>
  new File(parts, 'farm.xlsx', { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' })

test('reports what a file loses before the form is stored, and opens it in the builder [FO04]', async () => {
  const { user, choose, stored } = await openImport()
  const sheets = farmExample.map(({ sheet, data }) => ({
    sheet,
    data: data.map((row) => row.map((cell) => String(cell ?? ''))),
  }))
  await choose(xlsx([await (await writeWorkbook(sheets)).arrayBuffer()]))
  await screen.findByText('Farm visit: 3 sections and 5 questions')
  await screen.findByText('choices, row 3, name')
  await screen.findByText('A group inside a group. Its questions are in the outer section.')
  expect(await stored()).toEqual([])
  await user.click(await button('Add form'))
  await waitFor(async () => expect(await stored()).toMatchObject([{ name: 'Farm visit' }]))
  await screen.findByRole('heading', { name: 'Edit form' })
})

test('says why a file is no XLSForm [FO04]', async () => {
  const { choose } = await openImport()
  await choose(xlsx(['no spreadsheet']))
  await screen.findByText('This file cannot be read as a spreadsheet (.xlsx)')
  const other = await writeWorkbook([{ sheet: 'Data', data: [['a', 'b']] }])
  await choose(xlsx([await other.arrayBuffer()]))
  await screen.findByText('The file has no sheet “survey” with questions')
})

test('fills a form in the frame of a phone without saving it [FO01]', async () => {
  const { user, engine } = await setUpForm()
  await user.click(await button('Test form'))
  await user.click(await button('Check answers'))
  await user.click(await button('Weight'))
  await user.type(await screen.findByLabelText(/^Weight/), '200')
  await user.click(await button('Check answers'))
  await screen.findByText('Weight: please fill in at most 100')
  await user.click(await button('Start again'))
  await user.type(await screen.findByLabelText(/^Weight/), '20')
  await user.click(await button('Check answers'))
  await screen.findByText('All required questions are answered')
  expect(await engine.db.records.where('entity').equals('submission').count()).toBe(0)
})

async function setUpForm() {
  const device = await setUpDevice({
    texts: ['form', 'expression', 'xlsform', 'submission', 'sensor', 'sync'],
    answer: () => 'away',
  })
  const common = { prefix: '', suffix: '', share: false, active: true, sequence: 1 }
  const weight = { ...common, id: crypto.randomUUID(), name: 'Weight', datatype: 'number', required: true, max: 100 }
  const sections = [{ id: crypto.randomUUID(), name: 'Only', sequence: 1, sensors: [], questions: [weight] }]
  const set = { name: 'Tea', custom_id_label: '', sections }
  const { recordId } = await device.engine.enqueue({ entity: formEntity, kind: 'create', set, payloadV: 1 })
  device.show(Component, `/form?edit=${recordId}`)
  return device
}
