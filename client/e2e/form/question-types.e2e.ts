import { expect, type Page } from '@playwright/test'
import { createApi } from '#client/core/http/api.ts'
import { merchantSender, openWithOfflineData } from '#client/e2e/offline/field-work.ts'
import { test } from '#client/e2e/setup/assay-test.ts'
import { formContract } from '#shared/form/contract.ts'
import { questionsOfAllTypes } from '#shared/form/question-types/examples.fixture.ts'
import { submissionContract } from '#shared/submission/contract.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, serviceWorkers: 'allow' })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('gives the name of an option most of the width of a phone [FO01]', async ({ page }) => {
  await openWithOfflineData(page)
  await page.goto('/form?edit=new')
  await button(page, 'Add section').click()
  await button(page, 'Add question').click()
  await page.getByRole('combobox', { name: 'Type' }).selectOption('One choice')
  const { width } = (await page.getByRole('textbox', { name: 'Option 1' }).boundingBox())!
  expect(width).toBeGreaterThan(220)
  const remove = button(page, 'Remove Option 1')
  await remove.scrollIntoViewIfNeeded()
  await expect(remove).toBeInViewport({ ratio: 1 })
})

test('fills in all question types on a phone without a connection, and sends the answers [SU02, FO01]', async ({
  page,
  context,
  baseURL,
}) => {
  const send = await merchantSender(baseURL!)
  const section = { name: 'Only', sensors: [], questions: questionsOfAllTypes }
  const form = await createApi(formContract, send).create({
    body: { name: 'All types', custom_id_label: 'Batch', sections: [section] } as never,
  })
  await openWithOfflineData(page)
  await button(page, 'Create Submission').click()
  await page.getByRole('combobox', { name: 'Form template' }).selectOption('All types')
  await context.setOffline(true)
  await page.getByRole('textbox', { name: 'Batch' }).fill('Every-1')
  await button(page, 'Save').click()

  const textbox = (type: string) => page.getByRole('textbox', { name: `A ${type} question`, exact: true })
  await expect(page.getByRole('region', { name: 'A note question' })).toContainText('Wear gloves.')
  await textbox('string').fill('Ada')
  await textbox('number').fill('200')
  await page.getByRole('radiogroup', { name: 'A choice question' }).getByText('Green').tap()
  const choices = page.getByRole('group', { name: 'A choices question' })
  await choices.getByText('Green').tap()
  await choices.getByText('Red').tap()
  await textbox('date').fill('21/11/2026 12:00')
  await textbox('time').fill('1430')
  await textbox('barcode').fill('4006381333931')
  await textbox('unique').fill('Every-1')
  await button(page, 'Save & Preview').click()
  await expect(page.getByText('A number question: please fill in at most 100.5')).toBeVisible()
  await expect(textbox('number')).toBeFocused()
  await textbox('number').fill('12,5')
  await button(page, 'Save & Preview').click()
  const preview = page.getByRole('dialog', { name: 'Preview' })
  for (const shown of ['Ada', '12.5 kg', 'Green', 'Red, Green', '21/11/2026 12:00', '14:30', '4006381333931']) {
    await expect(preview.getByRole('cell', { name: shown, exact: true })).toBeVisible()
  }
  await preview.getByRole('button', { name: 'Close' }).click()

  await context.setOffline(false)
  const api = createApi(submissionContract, send)
  const stored = async () => {
    const { rows } = await api.list({ query: { search: 'Every-1' } })
    return rows[0] ? (await api.preview({ params: rows[0] })).answers.map(({ answer }) => answer) : []
  }
  const answers = [
    'Ada',
    '12.5',
    'Green',
    'Red, Green',
    expect.stringMatching(/^2026-11-21T/),
    '14:30',
    '4006381333931',
  ]
  // Files and positions have a test of their own. A device that was offline sends at the latest after its longest delay.
  await expect.poll(stored, { timeout: 60_000 }).toEqual([...answers, 'Every-1', '', '', '', ''])
  await createApi(formContract, send).remove({ params: form })
})
