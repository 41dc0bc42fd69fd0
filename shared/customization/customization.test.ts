import { describe, expect, it } from 'vitest'
import { parseHosts, parsePublicUrl } from '#shared/core/fields/web-url.ts'
import { omit } from '#shared/core/omit.ts'
import { type Block, blockTypes } from './blocks.ts'
import { CustomizationDraft } from './contract.ts'
import { embedUrl, frameOrigins, sandboxes, videoPlayerUrl } from './links/frames.ts'
import { pageStyle } from './page-style.ts'
import { Delta } from './rich-text-delta.ts'
import { richTextLines } from './rich-text-lines.ts'
import {
  badgesFor,
  blocksWithoutImages,
  canBeDraft,
  cloneCustomization,
  customizationStatusOf,
  newBlock,
  newCustomization,
  sortByOrder,
  uniqueName,
  visibleCustomization,
} from './rules.ts'

const published = { ...newCustomization(), isDraft: false, order: [] }
const certificate = {
  id: '00000000-0000-4000-8000-000000000001',
  type: 'Halal' as const,
  title: 'Halal',
  name: 'a.png',
  hash: 'a'.repeat(64),
  ext: '.png',
  mime: 'image/png',
  size: 1,
  status: 'Approved' as const,
}

describe('the defaults of the editor [CU03]', () => {
  it('has the specified words in every field and every block', () => {
    expect(newCustomization()).toMatchObject({
      verified_text: 'Pass!',
      description: 'This is a genuine product.',
      button_text: 'Visit us at',
      social_icon: 'Other',
      hideDefaultButton: false,
      hideLink: false,
      additions: [],
      isDraft: true,
    })
    expect(newBlock('button', 'a')).toMatchObject({ button_text: 'Visit us at', button_text_color: '#ffffff' })
    expect(newBlock('embed', 'a')).toMatchObject({ enableBorder: true })
    expect(newBlock('video', 'a')).toMatchObject({ title: 'Video Title' })
    expect(newBlock('events', 'a')).toMatchObject({ title: 'Events' })
    expect(newBlock('image', 'a')).toMatchObject({ description: 'View of our Product' })
    expect(newBlock('text', 'a').content.ops).toEqual([{ insert: 'View of our Product\n' }])
  })

  it('can be saved as it is', () => {
    const additions = blockTypes.map((type) => newBlock(type, type))
    expect(CustomizationDraft.parse({ ...newCustomization(), additions }).additions).toEqual(additions)
    expect(blocksWithoutImages(additions).map(({ id }) => id)).toEqual(['image'])
  })
})

describe('the status rules [CU04]', () => {
  it('changes from none to draft to published, and not back', () => {
    expect([null, { isDraft: true }, { isDraft: false }].map(customizationStatusOf)).toEqual([
      'none',
      'draft',
      'published',
    ])
    expect([null, { isDraft: true }, { isDraft: false }].map(canBeDraft)).toEqual([true, true, false])
  })

  it('clones everything except certificates that are not approved for the product itself', () => {
    const chosen = omit(certificate, 'status')
    const own = { ...certificate, id: '00000000-0000-4000-8000-000000000002' }
    const source = { ...published, verified_text: 'Real', certificates: [chosen], isDraft: true }
    expect(cloneCustomization(source)).toMatchObject({ verified_text: 'Real', certificates: [], isDraft: false })
    expect(cloneCustomization(source, [own]).certificates.map(({ id }) => id)).toEqual([own.id])
    expect(cloneCustomization(source, [{ ...own, status: 'Rejected' }]).certificates).toEqual([])
  })

  it('renames a file whose name is taken', () => {
    expect(uniqueName('tea.png', [])).toBe('tea.png')
    expect(uniqueName('tea.png', ['tea.png'])).toBe('tea(1).png')
    expect(uniqueName('tea.png', ['tea.png', 'tea(1).png'])).toBe('tea(1)(1).png')
    expect(uniqueName('.tea', ['.tea'])).toBe('.tea(1)')
  })

  it('shows only approved certificates and granted badges, and no draft', () => {
    const chosen = omit(certificate, 'status')
    const saved = { ...published, badge: 'Halal' as const, certificates: [chosen] }
    expect(visibleCustomization(saved, [], [])).toMatchObject({ badge: '', certificates: [] })
    expect(visibleCustomization(saved, [certificate], ['halal'])).toEqual(saved)
    expect(visibleCustomization({ ...saved, isDraft: true }, [certificate], ['halal'])).toBeNull()
    expect(badgesFor([])).not.toContain('Halal')
  })

  it('orders additions as listed, and appends the others', () => {
    const parts = ['a', 'b', 'c', 'd'].map((id) => ({ id }))
    expect(sortByOrder(parts, ['c', 'a', 'x']).map(({ id }) => id)).toEqual(['c', 'a', 'b', 'd'])
  })
})

describe('rich text [VE06]', () => {
  it('is lines of words with the formats of the toolbar', () => {
    const content = Delta.parse({
      ops: [
        { insert: 'One ' },
        { insert: 'two', attributes: { bold: true } },
        { insert: '\n', attributes: { header: 1 } },
        { insert: 'three\n\nfour' },
      ],
    })
    expect(richTextLines(content)).toEqual([
      {
        runs: [
          { text: 'One ', attributes: {} },
          { text: 'two', attributes: { bold: true } },
        ],
        attributes: { header: 1 },
      },
      { runs: [{ text: 'three', attributes: {} }], attributes: {} },
      { runs: [], attributes: {} },
      { runs: [{ text: 'four', attributes: {} }], attributes: {} },
    ])
  })

  it.each([
    { insert: 'a', attributes: { link: 'https://a.example' } },
    { insert: 'a', attributes: { color: '#ff0000' } },
    { insert: 'a', attributes: { header: 7 } },
    { insert: 'a', attributes: { __proto__x: 1 } },
    { insert: { video: 'https://a.example' } },
    { retain: 1 },
    { insert: '' },
  ])('refuses %j', (op) => {
    expect(Delta.safeParse({ ops: [op] }).success).toBe(false)
  })
})

describe('frames [VE06]', () => {
  it('of known players use the player’s address, for any copied form of the link', () => {
    const youtube = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'
    for (const url of [
      'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=3',
      'https://youtu.be/dQw4w9WgXcQ',
      'https://m.youtube.com/shorts/dQw4w9WgXcQ',
      'www.youtube.com/embed/dQw4w9WgXcQ',
    ]) {
      expect(videoPlayerUrl(url), url).toBe(youtube)
    }
    expect(videoPlayerUrl('https://vimeo.com/76979871')).toBe('https://player.vimeo.com/video/76979871?dnt=1')
    expect(videoPlayerUrl(`https://rutube.ru/video/${'0a'.repeat(16)}/`)).toBe(
      `https://rutube.ru/play/embed/${'0a'.repeat(16)}`,
    )
    for (const url of [
      'https://evil.example/watch?v=dQw4w9WgXcQ',
      'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
    ]) {
      expect(videoPlayerUrl(url), url).toBeUndefined()
    }
    expect(videoPlayerUrl('https://www.youtube.com/watch?v=../../evil')).toBeUndefined()
  })

  it('of other pages need an approved host and https', () => {
    const hosts = ['maps.rimba.example']
    expect(embedUrl('https://maps.rimba.example/a', hosts)).toBe('https://maps.rimba.example/a')
    for (const url of ['http://maps.rimba.example/a', 'https://rimba.example/a', 'https://maps.rimba.example:444/a']) {
      expect(embedUrl(url, hosts), url).toBeUndefined()
    }
    const blocks: Block[] = [
      { ...newBlock('embed', 'a'), link: 'https://maps.rimba.example/a' },
      { ...newBlock('embed', 'b'), link: 'https://evil.example/a' },
      { ...newBlock('video', 'c'), videoUrl: 'https://youtu.be/dQw4w9WgXcQ' },
    ]
    expect(frameOrigins(blocks, hosts)).toEqual(['https://maps.rimba.example', 'https://www.youtube-nocookie.com'])
  })
})

describe('the colours of a page [VE02]', () => {
  const accents = (color: string) =>
    [...pageStyle({ background_color: color, additions: [] }).matchAll(/--accent:(#[0-9a-f]{6})/g)].map(
      ([, hex]) => hex,
    )

  it('uses the brand’s colors when the contrast is sufficient, and the nearest sufficient ones otherwise', () => {
    expect(accents('#1b2438')[0]).toBe('#1b2438')
    expect(accents('#ffff00')[0]).not.toBe('#ffff00')
    for (const hex of accents('#777777')) expect(hex).toMatch(/^#[0-9a-f]{6}$/)
    // A pale color keeps its hue and does not become grey.
    expect(accents('#f0d5d3')[0]).toMatch(/^#(9|a|b)\w[3-6]\w[3-6]\w$/)
  })

  it('contain no other CSS than the requested colours', () => {
    expect(pageStyle(null)).toBe('')
    expect(pageStyle({ background_color: 'red;}', additions: [] })).toBe('')
    const button = { ...newBlock('button', 'x'), button_color: '#ffffff', button_text_color: '#fffffe' }
    expect(pageStyle({ background_color: '', additions: [button] })).toContain('background:#ffffff;color:#000000')
  })
})

describe('web addresses [VE06]', () => {
  it('are http or https, shown as the browser will open them', () => {
    expect(parsePublicUrl('www.rimba.example')?.href).toBe('https://www.rimba.example/')
    expect(parsePublicUrl('http://rimba.example/a?b#c')?.href).toBe('http://rimba.example/a?b#c')
    for (const text of [
      'rimba.example',
      'ftp://rimba.example',
      'https://a',
      'https://a@b.example',
      'https://a.example/ b',
    ]) {
      expect(parsePublicUrl(text), text).toBeUndefined()
    }
  })
})

describe('approved hosts [VE05]', () => {
  it('are parsed from what an administrator pastes, as browsers parse them', () => {
    expect(parseHosts(' Shop.Rimba.example\nhttps://rimba.example/bag?x=1, чай.рф shop.rimba.example ')).toEqual([
      'shop.rimba.example',
      'rimba.example',
      'xn--80as4b.xn--p1ai',
    ])
    expect(parseHosts(' \n')).toEqual([])
  })

  it('are plain host names', () => {
    for (const text of ['rimba', 'ftp://rimba.example', 'a@rimba.example', 'rimba.example:8443', '//rimba.example']) {
      expect(parseHosts(text), text).toBeUndefined()
    }
    expect(parseHosts('rimba.example 127.0.0.1')).toBeUndefined()
  })
})

describe('sandboxes [VE06]', () => {
  const players = ['https://www.youtube-nocookie.com', 'https://player.vimeo.com', 'https://rutube.ru']

  it('allows a player from one of three hosts only, whatever surrounds the video id', () => {
    const films = ['youtube.com/watch?v=', 'youtu.be/', 'vimeo.com/', 'rutube.ru/video/'].flatMap((start) =>
      [
        'dQw4w9WgXcQ',
        '76979871',
        '0123456789abcdef0123456789abcdef',
        '../evil',
        '%2e%2e/x',
        'a"onload=alert(1)',
        '@evil.example',
      ].map((end) => `https://${start}${end}`),
    )
    const found = films.flatMap((film) => videoPlayerUrl(film) ?? [])
    expect(found.length).toBeGreaterThan(3)
    for (const src of found) {
      expect(players).toContain(new URL(src).origin)
      expect(src).toMatch(/^https:\/\/[\w./-]+(\?dnt=1)?$/)
    }
    for (const film of ['https://evil.example/youtu.be/dQw4w9WgXcQ', 'https://youtu.be.evil.example/dQw4w9WgXcQ']) {
      expect(videoPlayerUrl(film)).toBeUndefined()
    }
  })

  it('gives only players an origin, and allows no frame to open windows or navigate the page', () => {
    expect(sandboxes.page).toBe('allow-scripts')
    expect(sandboxes.player.split(' ')).toEqual(['allow-scripts', 'allow-same-origin', 'allow-presentation'])
  })
})
