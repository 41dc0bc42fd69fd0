import { expect } from '@playwright/test'
import { createApi } from '#client/core/http/api.ts'
import { sender } from '#client/e2e/setup/api-sender.ts'
import { test } from '#client/e2e/setup/assay-test.ts'
import { mailedLink } from '#client/e2e/setup/mailbox.ts'
import { signIn } from '#client/e2e/setup/sign-in.ts'
import { authContract } from '#shared/auth/contract.ts'
import { userContract } from '#shared/user/contract.ts'
import { saveNewSubmission, submissionListPath, submissionsOnServer, syncBadge } from './field-work.ts'

test.use({ serviceWorkers: 'allow' })

test('keeps the records of a dealer with an unconfirmed e-mail, and sends them after confirmation [OF03]', async ({
  page,
  baseURL,
  administrator,
}) => {
  const open = createApi(authContract, sender(baseURL!))
  const token = new URL(administrator).searchParams.get('token')!
  const { jwt } = await open.administratorLink({ body: { token } })
  const [email, password] = [`dealer-${Date.now().toString(36)}@tea.example`, 'Secret-pass-1']
  await createApi(userContract, sender(baseURL!, jwt)).add({
    body: { name: 'New dealer', role: 'dealer', email, businessName: 'highland-tea', password },
  })
  await signIn(page, email, password)
  await expect(page.getByTestId('whoami')).toHaveText(email)
  await page.goto(submissionListPath)
  await expect(page.getByText('LOT-2026-041')).toBeVisible({ timeout: 60_000 })

  await saveNewSubmission(page, 'NEWCOMER-1')
  await saveNewSubmission(page, 'NEWCOMER-2')
  await expect(syncBadge(page)).toHaveAttribute('data-state', 'confirm')
  await expect(syncBadge(page)).toHaveAccessibleName('Confirm your email to send 2 records')
  await syncBadge(page).click()
  await expect(
    page.getByRole('dialog').getByText('Your records wait on this device until your email is confirmed.'),
  ).toBeVisible()
  await page.getByRole('dialog').getByRole('link', { name: 'Confirm your email' }).click()
  await expect(page.getByRole('button', { name: 'Resend' })).toBeVisible()
  expect(await submissionsOnServer(baseURL!, 'NEWCOMER')).toEqual([])

  // The link is opened on another device.
  const link = new URL(await mailedLink(baseURL!, email, '/email-confirmation'))
  await open.confirmEmail({ query: { confirmation: link.searchParams.get('confirmation')! } })
  await expect(syncBadge(page)).toHaveAttribute('data-state', 'sent', { timeout: 60_000 })
  expect(await submissionsOnServer(baseURL!, 'NEWCOMER')).toEqual(['NEWCOMER-1', 'NEWCOMER-2'])
})
