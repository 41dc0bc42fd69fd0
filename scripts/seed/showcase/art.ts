import { type DrawnPack, packs } from './packs.ts'
import { type Scene, scenes } from './scenes.ts'

/** Colors from the background to the darkest parts, six hex digits each. */
export type Palette = { pale: string; soft: string; mid: string; deep: string }

/** The size of letters with which the words fit on the label of a package. */
const fitting = (words: string, size: number) => Math.min(size, Math.floor(165 / (words.length * 0.58)))

/** A package on a table, with its label. */
export function packArt(kind: DrawnPack, palette: Palette, [name, kindOfGoods]: readonly [string, string]): string {
  const { pale, soft, mid, deep } = palette
  const label =
    kind === 'watch'
      ? ''
      : `<rect x="300" y="405" width="200" height="150" rx="6" fill="${pale}"/>
         <rect x="310" y="415" width="180" height="130" rx="3" fill="none" stroke="${mid}" stroke-width="2"/>
         <text x="400" y="474" font-size="${fitting(name, 34)}" fill="${deep}">${name}</text>
         <path d="M370 490h60" stroke="${mid}" stroke-width="2"/>
         <text x="400" y="520" font-size="${fitting(kindOfGoods, 20)}" fill="${deep}">${kindOfGoods}</text>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="800" viewBox="0 0 800 800">
    <defs><radialGradient id="back" cx=".5" cy=".4" r=".75"><stop stop-color="${pale}"/><stop offset="1" stop-color="${soft}"/></radialGradient>
    <linearGradient id="light"><stop stop-color="#fff" stop-opacity=".16"/><stop offset=".3" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-opacity=".3"/></linearGradient></defs>
    <rect width="800" height="800" fill="url(#back)"/>
    <rect y="610" width="800" height="190" fill="${mid}" opacity=".35"/>
    <ellipse cx="400" cy="648" rx="230" ry="26" fill="${deep}" opacity=".22"/>
    <g font-family="Georgia, 'DejaVu Serif', serif" text-anchor="middle">${packs[kind](palette)}${label}
    <text x="400" y="735" font-size="40" fill="${deep}" letter-spacing="3">${name}</text></g></svg>`
}

/** @param isOther draws a variant of the same landscape, so that two pictures of one brand differ */
export function sceneArt(kind: Scene, palette: Palette, isOther = false): string {
  const { pale, soft } = palette
  const view = isOther ? 'translate(1480 -190) scale(-1.3 1.3)' : 'translate(0 0)'
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="800" viewBox="0 0 1200 800">
    <defs><linearGradient id="back" x2="0" y2="1"><stop stop-color="${soft}"/><stop offset="1" stop-color="${pale}"/></linearGradient></defs>
    <g transform="${view}">${scenes[kind](palette)}</g></svg>`
}

/** A round logo with the first letter of the brand. */
export function logoArt({ pale, deep }: Palette, name: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" viewBox="0 0 512 512">
    <circle cx="256" cy="256" r="250" fill="${deep}"/><circle cx="256" cy="256" r="222" fill="none" stroke="${pale}" stroke-width="6"/>
    <text x="256" y="345" font-family="Georgia, 'DejaVu Serif', serif" font-size="250" text-anchor="middle" fill="${pale}">${name[0]}</text></svg>`
}

/** A seal with the name of a certification, for the row of logos. */
export function sealArt({ pale, mid, deep }: Palette, words: string): string {
  const rays = Array.from(
    { length: 24 },
    (_, i) => `<rect x="242" y="18" width="28" height="60" rx="14" transform="rotate(${i * 15} 256 256)"/>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" viewBox="0 0 512 512">
    <g fill="${mid}">${rays.join('')}</g><circle cx="256" cy="256" r="205" fill="${deep}"/>
    <circle cx="256" cy="256" r="182" fill="none" stroke="${pale}" stroke-width="4"/>
    <path d="M186 214l46 46 94-104" fill="none" stroke="${pale}" stroke-width="26" stroke-linecap="round" stroke-linejoin="round"/>
    <text x="256" y="358" font-family="'DejaVu Sans', sans-serif" font-weight="bold" font-size="58" text-anchor="middle" fill="${pale}">${words}</text></svg>`
}
