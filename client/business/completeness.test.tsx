import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setUpDevice } from '#client/ui/test/screen.fixture.tsx'
import { Completeness } from './completeness.tsx'

const file = { hash: 'a'.repeat(64), ext: '.png', name: 'r.png', mime: 'image/png', size: 1 }
const details = { documents: file, address: '', contactNo: '', email: '', country: 'Malaysia', postcode: '39100' }
const business = {
  id: 'b',
  name: 'Tea',
  requested_name: null,
  merchant: 'm',
  registration_no: '1',
  isActive: true,
  completeness: 40,
  createdAt: '',
  details: { ...details, verified: false, verified_by: null, review_note: null },
}

test('AU08 shows the completeness of the profile out of 100, and the missing fields', async () => {
  const { show, user } = await setUpDevice({ texts: ['business'] })
  show(() => (
    <>
      <Completeness business={business} />
      <input aria-label="Contact" name="details.contactNo" />
    </>
  ))
  expect(await screen.findByText('40% complete')).toBeTruthy()
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('40')
  expect(screen.getByText(/^Missing:/).textContent).toBe('Missing: Address, Contact number, Email')
  await user.click(screen.getByRole('button', { name: 'Contact number' }))
  expect(document.activeElement).toBe(screen.getByLabelText('Contact'))
})
