import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { showFirstFrame } from './script.ts'

const facts = {
  preferencesKey: 'preferences',
  rememberedUserKey: 'identity',
  themes: ['light', 'dark', 'bnw'] as const,
  screens: ['/insights', '/settings'],
  headings: { '/insights': { enUS: 'Data Insights', ruRU: 'Аналитика' } },
}
const root = document.documentElement

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  localStorage.setItem('identity', '{}')
})
afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
  root.removeAttribute('class')
  root.removeAttribute('style')
  delete root.dataset.firstFrame
  delete root.dataset.firstHeading
  document.body.innerHTML = ''
})

function openAt(path: string, preferences?: object): string | undefined {
  if (preferences) localStorage.setItem('preferences', JSON.stringify({ version: 1, state: preferences }))
  history.replaceState(null, '', path)
  showFirstFrame(facts)
  return root.dataset.firstFrame
}

describe('the frame', () => {
  test('shows when a remembered user opens a private screen', () => {
    expect(openAt('/insights?range=1m')).toBe('open')
  })

  test('shows the narrow menu when the user has collapsed it', () => {
    expect(openAt('/settings', { collapsed: true })).toBe('collapsed')
  })

  test('stays hidden when the device has no remembered user', () => {
    localStorage.removeItem('identity')
    expect(openAt('/insights')).toBeUndefined()
  })

  test.each(['/terms-of-service', '/no-such-address'])('stays hidden when the address is %s', (path) => {
    expect(openAt(path)).toBeUndefined()
  })
})

describe('the heading', () => {
  /** Adds the heading as the parser does after the script, and returns it. */
  async function parsed(): Promise<HTMLElement> {
    document.body.innerHTML = '<p class="first-heading"></p>'
    await Promise.resolve()
    return document.querySelector<HTMLElement>('.first-heading')!
  }

  test('is written in the stored language when the build knows it', async () => {
    openAt('/insights', { language: 'ruRU' })
    const { textContent, lang } = await parsed()
    expect([root.dataset.firstHeading, textContent, lang]).toEqual(['', 'Аналитика', 'ru'])
  })

  test.each([
    ['/settings', { language: 'ruRU' }],
    ['/insights', {}],
  ])('stays a placeholder when it is not known: %s, %o', async (path, preferences) => {
    openAt(path, preferences)
    expect([root.dataset.firstHeading, (await parsed()).textContent]).toEqual([undefined, ''])
  })
})

describe('the theme', () => {
  test.each([
    ['dark', 'dark'],
    ['bnw', 'light'],
  ])('is %s when the device has stored it', (theme, scheme) => {
    openAt('/terms-of-service', { theme })
    expect([root.className, root.style.colorScheme]).toEqual([theme, scheme])
  })

  test('is that of the system when the device has stored none', () => {
    vi.stubGlobal('matchMedia', () => ({ matches: true }))
    openAt('/')
    expect(root.className).toBe('dark')
  })

  test.each(['not JSON', 'null', '{"state":{"theme":"pink"}}'])('is light when the device has stored %s', (text) => {
    localStorage.setItem('preferences', text)
    openAt('/')
    expect(root.className).toBe('light')
  })
})

test('shows the frame in the light theme when the browser denies its storage', () => {
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new Error('denied')
  })
  expect(openAt('/insights')).toBeUndefined()
  expect(root.className).toBe('light')
})
