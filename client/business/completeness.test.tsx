import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setUpDevice } from '#client/ui/test/screen.fixture.tsx'
import { waitingBusiness } from './business.fixture.ts'
import { Completeness } from './completeness.tsx'

test('shows the completeness of the profile out of 100, and the missing fields [AU08]', async () => {
  const { show, user } = await setUpDevice({ texts: ['business'] })
  show(() => (
    <>
      <Completeness business={waitingBusiness} />
      <input aria-label="Contact" name="details.contactNo" />
    </>
  ))
  expect(await screen.findByText('40% complete')).toBeTruthy()
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('40')
  expect(screen.getByText(/^Missing:/).textContent).toBe('Missing: Address, Contact number, Email')
  await user.click(screen.getByRole('button', { name: 'Contact number' }))
  expect(document.activeElement).toBe(screen.getByLabelText('Contact'))
})
