import { expect, test } from 'vitest'
import { fieldName } from '#client/customization/fields/draft-fields.tsx'
import { pageColors } from '#client/customization/preview/page-colors.ts'
import { Customization } from '#shared/customization/contract.ts'
import { applyEdit, customizationOf, draftOf, issuesOf, type PageDraft, StoredPageDraft } from './draft.ts'
import { filesOf, replaceFiles } from './save.ts'

const file = (letter: string, name = `${letter}.png`) => ({
  hash: letter.repeat(64),
  ext: '.png',
  name,
  mime: 'image/png',
  size: 9,
})

function drafted(): PageDraft {
  const empty = draftOf(null)
  const types = ['image', 'events', 'button'] as const
  const added = types.reduce((so, type) => applyEdit(so, { do: 'addBlock', type, id: type }), empty)
  const images = [{ ...file('c'), imageExternalUrl: 'https://tea.example' }]
  const withImage = applyEdit(added, { do: 'setBlock', id: 'image', set: { images } })
  const documents = [{ ...file('d'), description: 'Report' }]
  const event = { id: 'one', title: 'Harvest', description: '', media: file('b'), documents }
  const withEvent = applyEdit(withImage, { do: 'setBlock', id: 'events', set: { events: [event] } })
  return applyEdit(withEvent, { do: 'set', set: { logo: file('a') } })
}

test('starts with the defaults when the page was never saved [CU03]', () => {
  expect(draftOf(null)).toMatchObject({
    verified_text: 'Pass!',
    description: 'This is a genuine product.',
    button_text: 'Visit us at',
    social_icon: 'Other',
    badge: '',
    hideDefaultButton: false,
    additions: [],
  })
})

test('keeps the order of blocks, and saves it [CU02]', () => {
  const draft = applyEdit(drafted(), { do: 'moveBlock', from: 2, to: 0 })
  expect(draft.additions.map(({ id }) => id)).toEqual(['button', 'image', 'events'])
  const saved = Customization.parse(customizationOf(draft, true))
  expect(saved.order).toEqual(['button', 'image', 'events'])
  expect(draftOf({ ...saved, order: ['events', 'button', 'image'] }).additions.map(({ id }) => id)).toEqual([
    'events',
    'button',
    'image',
  ])
  expect(applyEdit(draft, { do: 'removeBlock', id: 'image' }).additions).toHaveLength(2)
})

test('uploads the logo first, then files of events, then images, and keeps the data of each file [CU04]', () => {
  const draft = drafted()
  expect(filesOf(draft).map(({ hash }) => hash[0])).toEqual(['a', 'b', 'd', 'c'])
  const named = replaceFiles(draft, ({ hash, name }) => ({ ...file(hash[0]!.toUpperCase()), name }))
  expect(filesOf(named).map(({ hash, name }) => hash[0] + name)).toEqual(['Aa.png', 'Bb.png', 'Dd.png', 'Cc.png'])
  expect(named.additions[0]).toMatchObject({ images: [{ imageExternalUrl: 'https://tea.example' }] })
  expect(named.additions[1]).toMatchObject({ events: [{ documents: [{ description: 'Report' }] }] })
})

test('reports validation errors at their fields [CU03]', () => {
  const wrong = applyEdit(drafted(), { do: 'setBlock', id: 'button', set: { website: 'javascript:alert(1)' } })
  expect([...issuesOf(wrong)]).toEqual([['additions.2.website', 'Invalid URL format']])
  const inside = applyEdit(drafted(), { do: 'setBlock', id: 'button', set: { website: 'http://10.0.0.1/' } })
  expect([...issuesOf(inside)]).toEqual([['additions.2.website', 'This address is not on the public internet']])
  expect(issuesOf(drafted()).size).toBe(0)
})

test('keeps a draft with an incomplete address, and rejects data that is not a draft [CU02]', () => {
  const half = applyEdit(drafted(), { do: 'setBlock', id: 'button', set: { website: 'https://te' } })
  expect(StoredPageDraft.parse(JSON.parse(JSON.stringify(half)))).toEqual(half)
  expect(StoredPageDraft.safeParse({ ...half, additions: [{ type: 'image' }] }).success).toBe(false)
  expect(StoredPageDraft.safeParse(7).success).toBe(false)
  expect(StoredPageDraft.safeParse(null).success).toBe(false)
})

test('names fields in lower snake case [CU03]', () => {
  expect(['hideDefaultButton', 'customSKUName', 'customSKU', 'additions.2.videoUrl'].map(fieldName)).toEqual([
    ...['hide_default_button', 'custom_sku_name', 'custom_sku', 'video_url'],
  ])
})

test('ignores brand colors in the black and white theme [CU02]', () => {
  expect(pageColors({ background_color: '#aa0000' }, 'dark').accent).toBe('#aa0000')
  expect(pageColors({ background_color: '#aa0000' }, 'bnw').accent).toBe('#000000')
  expect(pageColors({ background_color: '#aa' }, 'light').accent).toBe('#1d6349')
})
