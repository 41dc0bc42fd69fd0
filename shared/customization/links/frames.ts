import { parsePublicUrl } from '#shared/core/fields/web-url.ts'
import type { Block } from '#shared/customization/blocks.ts'

/**
 * Sandbox rights of a frame. A player must have its own origin: none of the three plays without it (docs/decisions). So
 * `allow-same-origin` is for this closed list only, whose URLs are built here; all other frames have an opaque
 * origin.
 */
export const sandboxes = {
  player: 'allow-scripts allow-same-origin allow-presentation',
  page: 'allow-scripts',
} as const

/**
 * The video players that a page may embed. Each parses a copied URL and returns the URL of the player, or undefined.
 */
const players: { hosts: readonly string[]; src(url: URL): string | undefined }[] = [
  {
    hosts: ['youtube.com', 'm.youtube.com', 'youtu.be', 'youtube-nocookie.com'],
    src(url) {
      const path = /^\/(?:embed|shorts|live)\/([\w-]+)/.exec(url.pathname)?.[1]
      const id = url.hostname === 'youtu.be' ? url.pathname.slice(1) : (path ?? url.searchParams.get('v'))
      return id && /^[\w-]{6,20}$/.test(id) ? `https://www.youtube-nocookie.com/embed/${id}` : undefined
    },
  },
  {
    hosts: ['vimeo.com', 'player.vimeo.com'],
    src(url) {
      const id = /^\/(?:video\/)?(\d{4,12})\b/.exec(url.pathname)?.[1]
      return id && `https://player.vimeo.com/video/${id}?dnt=1`
    },
  },
  {
    hosts: ['rutube.ru'],
    src(url) {
      const id = /^\/(?:video|play\/embed)\/([0-9a-f]{32})\b/.exec(url.pathname)?.[1]
      return id && `https://rutube.ru/play/embed/${id}`
    },
  },
]

const plainHost = ({ hostname }: URL) => hostname.replace(/^www\./, '')

/** The frame of a video block: the URL of its player, or undefined if it becomes a link. */
export function videoPlayerUrl(videoUrl: string): string | undefined {
  const url = parsePublicUrl(videoUrl)
  return url && players.find(({ hosts }) => hosts.includes(plainHost(url)))?.src(url)
}

/** The frame of an embed block: an https URL of an approved host. A subdomain is another host. */
export function embedUrl(link: string, approved: readonly string[]): string | undefined {
  const url = parsePublicUrl(link)
  return url?.protocol === 'https:' && approved.includes(url.host) ? url.href : undefined
}

/** The frame of a block; undefined for other blocks, and for URLs that become links. */
export function frameUrl(block: Block, approved: readonly string[]): string | undefined {
  if (block.type === 'video') return videoPlayerUrl(block.videoUrl)
  return block.type === 'embed' ? embedUrl(block.link, approved) : undefined
}

/** The origins of the frames of a page, for its content security policy. */
export function frameOrigins(additions: readonly Block[], approved: readonly string[]): string[] {
  const frames = additions.flatMap((block) => frameUrl(block, approved) ?? [])
  return [...new Set(frames.map((src) => new URL(src).origin))]
}
