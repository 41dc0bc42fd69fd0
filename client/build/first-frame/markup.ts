import { logoCheck, logoRings } from '#client/ui/layout/guilloche.ts'

/** How many entries the groups of a merchant's menu have. */
const menuGroups = [2, 3, 5, 2]

const bar = (kind: string) => `<i class="bone" data-kind="${kind}"></i>`
const entry = `<div class="menu-entry">${bar('icon')}${bar('label')}</div>`
const group = (entries: number) =>
  `<div class="menu-group"><p class="menu-title">${bar('title')}</p>${entry.repeat(entries)}</div>`

/** The rings with every second point and in whole numbers: they look the same at this size and have a quarter of the bytes. */
const shortRings = logoRings.map((path) => {
  const points = path.slice(1, -1).split('L')
  const kept = points.filter((_, index) => index % 2 === 0)
  return `M${kept
    .map((point) =>
      point
        .split(' ')
        .map((at) => Math.round(Number(at)))
        .join(' '),
    )
    .join('L')}Z`
})
const logoMark = [
  '<svg class="logo-mark" viewBox="-60 -60 120 120" aria-hidden="true">',
  ...shortRings.map((path) => `<path d="${path}" stroke-width="3"/>`),
  `<path d="${logoCheck}" stroke-width="9" stroke-linecap="round" stroke-linejoin="round"/></svg>`,
].join('')

/**
 * The frame of the console without data: menu, top bar and placeholders of a screen, with the classes of the real ones, so that
 * nothing moves when these replace it. Its only text is the name of the product, which is the same in all languages; a script
 * writes the heading of some screens, which then have placeholders of their cards. The heading is no h1: that is the sign that the
 * screen is there.
 */
export function firstFrameMarkup(): string {
  return [
    '<div class="frame first-frame" aria-busy="true">',
    `<div class="side-menu"><div class="menu-head">${bar('label')}</div>`,
    `<div class="menu">${menuGroups.map(group).join('')}</div></div>`,
    '<div class="frame-beside">',
    `<div class="top-bar">${bar('button')}<span class="logo" data-compact>${logoMark}`,
    `<span class="logo-name">Assay</span></span><div class="top-bar-space"></div>${bar('label')}</div>`,
    '<div class="frame-screen"><div class="first-screen">',
    `<div class="first-title"><p class="first-heading"></p>${bar('heading')}${bar('label')}</div>`,
    `${bar('filters')}<div class="first-cards">${bar('card').repeat(4)}</div>${bar('panel')}${bar('panel')}`,
    '</div></div></div></div>',
  ].join('')
}
