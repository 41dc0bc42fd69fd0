import { QueryClientProvider } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { queryClient } from '#client/core/http/query-client.ts'
import { setUpDevice } from '#client/ui/test/screen.fixture.tsx'
import { supportText } from '#shared/support/text.ts'
import { Component as Help } from './page.tsx'

const server = setupServer(
  http.get('*/api/support/contact', () =>
    HttpResponse.json({ email: 'support@assay.example', phone: null, telegram: null, mailed: true }),
  ),
)
const keys: (string | null)[] = []
beforeAll(() => server.listen())
afterEach(() => queryClient.clear())
afterAll(() => server.close())

const Screen = () => (
  <QueryClientProvider client={queryClient}>
    <Help />
  </QueryClientProvider>
)

test('shows sixteen questions with expandable answers, and a link to support [BI03]', async () => {
  const { user, show } = await setUpDevice({ texts: ['support'] })
  show(Screen)
  const faq = await screen.findByRole('tabpanel', { name: 'FAQ' })
  const questions = [...faq.querySelectorAll('details')]
  expect(questions).toHaveLength(16)
  const words = supportText.enUS
  for (const [place, question] of questions.entries()) {
    const number = (place + 1) as 1
    expect(question.open).toBe(false)
    await user.click(within(question).getByText(words[`q${number}`]))
    expect(question.open).toBe(true)
    expect(within(question).getByText(words[`a${number}`])).toBeTruthy()
  }
  await user.click(screen.getByRole('tab', { name: 'Contact Support' }))
  expect(await screen.findByLabelText(/Your message/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Send message' })).toBeTruthy()
})

test('sends the same key again when the response of a message is lost [BI02]', async () => {
  server.use(
    http.post('*/api/support', ({ request }) => {
      keys.push(request.headers.get('idempotency-key'))
      return HttpResponse.error()
    }),
  )
  const { user, show } = await setUpDevice({ texts: ['support'] })
  show(Screen)
  await user.click(await screen.findByRole('tab', { name: 'Contact Support' }))
  await user.type(await screen.findByLabelText(/Your message/), 'Help')
  for (const time of [1, 2]) {
    await user.click(screen.getByRole('button', { name: 'Send message' }))
    await waitFor(() => expect(keys).toHaveLength(time))
    await waitFor(() => expect(screen.getByRole('button', { name: 'Send message' })).toHaveProperty('disabled', false))
  }
  expect(keys[0]).toBeTruthy()
  expect(keys[1]).toBe(keys[0])
})
