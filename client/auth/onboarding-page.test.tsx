import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { session } from '#client/core/session/session-state.ts'
import { setUpDevice } from '#client/ui/test/screen.fixture.tsx'
import { Component as Onboarding } from './onboarding-page.tsx'

test('shows three steps that can be skipped and reopened, and asks to confirm the e-mail last [AU05]', async () => {
  const { user, show } = await setUpDevice({ texts: ['auth'] })
  const { claims } = session.getState()
  session.setState({ claims: { ...claims!, emailConfirmed: false } })
  show(Onboarding, '/onboarding')
  await user.click(await screen.findByRole('button', { name: 'Continue registration' }))
  const next = () => user.click(screen.getByRole('button', { name: 'Next' }))
  expect(screen.getByText(/^You'll need your registration number/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Skip this first' }).getAttribute('href')).toBe('/')
  // Each step leads to the form that it describes.
  expect(screen.getByRole('link', { name: 'Register business' }).getAttribute('href')).toBe('/settings/business')
  await next()
  expect(screen.getByText(/Approval takes about 3 working days/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Register trademark' }).getAttribute('href')).toBe('/brand?open=new')
  await user.click(screen.getByRole('button', { name: 'Back' }))
  await next()
  await next()
  expect(screen.queryByRole('button', { name: 'Next' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Verify email' }).getAttribute('href')).toBe('/settings')
  expect(screen.getByRole('button', { name: 'Go to Demo Mode' })).toBeTruthy()
})

test('redirects to the dashboard when the e-mail is already confirmed [AU05]', async () => {
  const { user, show } = await setUpDevice({ texts: ['auth'] })
  show(Onboarding, '/onboarding')
  await user.click(await screen.findByRole('button', { name: 'Continue registration' }))
  await user.click(screen.getByRole('button', { name: 'Next' }))
  await user.click(screen.getByRole('button', { name: 'Next' }))
  expect(screen.queryByRole('link', { name: 'Verify email' })).toBeNull()
  expect(screen.getByText(/^Your email is confirmed/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'See the plans' }).getAttribute('href')).toBe('/settings/credit')
  const on = screen.getByRole('link', { name: 'Go to Dashboard' })
  expect(on.getAttribute('href')).toBe('/')
})

test('opens the demo from the welcome page [AU05 SH12]', async () => {
  const { user, show } = await setUpDevice({ texts: ['auth'] })
  const router = show(Onboarding, '/onboarding')
  await user.click(await screen.findByRole('button', { name: 'Go to Demo Mode' }))
  expect(session.getState().demo).toBe(true)
  expect(router.state.location.pathname).toBe('/')
})
