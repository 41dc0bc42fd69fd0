import type { Palette } from './art.ts'

/** Shapes of packages on an area of 800 by 800. Each stands on the line y = 640. */
export const packs = {
  bottle: ({ deep, mid }: Palette) => `
    <path d="M360 150h80v95c0 30 60 45 60 110v255a30 30 0 0 1-30 30H330a30 30 0 0 1-30-30V355c0-65 60-80 60-110Z" fill="${deep}"/>
    <path d="M360 150h80v95c0 30 60 45 60 110v255a30 30 0 0 1-30 30H330a30 30 0 0 1-30-30V355c0-65 60-80 60-110Z" fill="url(#light)"/>
    <path d="M330 370c0-45 40-60 50-90v350h-40a10 10 0 0 1-10-10Z" fill="#fff" opacity=".12"/>
    <rect x="352" y="118" width="96" height="52" rx="8" fill="${mid}"/>`,
  tin: ({ deep, mid }: Palette) => `
    <rect x="240" y="250" width="320" height="390" rx="22" fill="${deep}"/><rect x="240" y="250" width="320" height="390" rx="22" fill="url(#light)"/>
    <rect x="225" y="205" width="350" height="70" rx="20" fill="${mid}"/>
    <rect x="262" y="285" width="34" height="335" rx="17" fill="#fff" opacity=".12"/>`,
  bag: ({ deep, mid }: Palette) => `
    <path d="M250 210h300l26 400a30 30 0 0 1-30 30H254a30 30 0 0 1-30-30Z" fill="${deep}"/>
    <path d="M250 210h300l26 400a30 30 0 0 1-30 30H254a30 30 0 0 1-30-30Z" fill="url(#light)"/>
    <path d="M250 210h300l-14-50H264Z" fill="${mid}"/>
    <path d="M262 230h36l-16 390h-32Z" fill="#fff" opacity=".12"/>`,
  jar: ({ deep, mid }: Palette) => `
    <rect x="235" y="255" width="330" height="385" rx="70" fill="${deep}"/><rect x="235" y="255" width="330" height="385" rx="70" fill="url(#light)"/>
    <rect x="265" y="180" width="270" height="85" rx="16" fill="${mid}"/>
    <rect x="262" y="310" width="34" height="260" rx="17" fill="#fff" opacity=".16"/>`,
  box: ({ deep, mid }: Palette) => `
    <path d="M220 300 400 250 580 300v290l-180 50-180-50Z" fill="${deep}"/>
    <path d="M220 300 400 350 580 300 400 250Z" fill="${mid}"/>
    <path d="M400 350v290l180-50V300Z" fill="#000" opacity=".14"/>`,
  watch: ({ deep, mid, pale }: Palette) => `
    <path d="M325 120h150l14 150H311ZM311 530h178l-14 130H325Z" fill="${deep}"/>
    <circle cx="400" cy="400" r="170" fill="${mid}"/><circle cx="400" cy="400" r="142" fill="${pale}"/>
    <path d="M400 400V300M400 400l62 40" stroke="${deep}" stroke-width="12" stroke-linecap="round"/>
    <rect x="566" y="384" width="24" height="32" rx="6" fill="${mid}"/>`,
} as const satisfies Record<string, (palette: Palette) => string>
export type DrawnPack = keyof typeof packs
