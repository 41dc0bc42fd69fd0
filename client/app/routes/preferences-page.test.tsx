import { screen, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { applyTheme, preferences } from '#client/core/session/preferences.ts'
import { setUpDevice } from '#client/ui/test/screen.fixture.tsx'
import { palettes } from '#client/ui/theme/palettes.ts'
import { Component as Preferences } from './preferences-page.tsx'

beforeAll(applyTheme)
afterEach(() => preferences.setState({ theme: 'light', primaryColor: 'green', secondaryColor: 'green' }))

const root = document.documentElement
/** The palettes of the variables of a role: one, unless the code misses a use. */
const paintedAs = (role: string) => {
  const painted = Object.keys(palettes.green).map((use) => {
    const value = root.style.getPropertyValue(`--chakra-colors-${role}-${use}`)
    return new RegExp(`^var\\(--chakra-colors-(\\w+)-${use}\\)$`).exec(value)?.[1]
  })
  return [...new Set(painted)]
}
const kept = () => JSON.parse(localStorage.getItem('assay.preferences')!).state

test('applies and stores the chosen theme, primary color and secondary color [SH10]', async () => {
  const { user, show } = await setUpDevice({ texts: ['app'] })
  show(Preferences)
  const choose = async (group: string, option: string) =>
    user.click(within(await screen.findByRole('radiogroup', { name: group })).getByText(option))
  expect([paintedAs('primary'), paintedAs('secondary')]).toEqual([['green'], ['green']])
  await choose('Primary color', 'Blue')
  expect([paintedAs('primary'), paintedAs('secondary')]).toEqual([['blue'], ['green']])
  await choose('Secondary color', 'Ochre')
  expect([paintedAs('primary'), paintedAs('secondary')]).toEqual([['blue'], ['orange']])
  await choose('Theme', 'Dark')
  expect(root.classList.contains('dark')).toBe(true)
  expect([paintedAs('primary'), paintedAs('secondary')]).toEqual([['blue'], ['orange']])
  expect(kept()).toMatchObject({ theme: 'dark', primaryColor: 'blue', secondaryColor: 'orange' })
})
