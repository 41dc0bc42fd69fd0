import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { preferencesKey } from '#client/core/preferences-key.ts'
import { rememberedUserKey } from '#client/core/session/session-storage.ts'
import type { Language } from '#shared/core/i18n/language.ts'
import { themes } from '#shared/core/theme.ts'
import { firstFrameMarkup } from './markup.ts'
import { type FirstFrameFacts, showFirstFrame } from './script.ts'

const screensFile = join(import.meta.dirname, '../../app/screens.ts')
const textsFile = join(import.meta.dirname, '../../core/i18n/namespaces.ts')
const page = 'index.html'

/**
 * Writes the frame of the console into the page, and beside it a script that shows it before the code of the console is
 * loaded. Only in a build: while developing, the page is empty until the code has run.
 */
export function firstFramePlugin(): Plugin {
  return {
    name: 'first-frame',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const html = bundle[page]
        if (html?.type !== 'asset') throw new Error(`The build has no ${page}.`)
        const source = `(${showFirstFrame})(${JSON.stringify(await facts())})\n`
        const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8)
        const fileName = `assets/first-frame-${hash}.js`
        this.emitFile({ type: 'asset', fileName, source })
        // A file, since the policy of the page forbids inline scripts. Before the style sheet, since a script after one waits for it.
        const withScript = fill(String(html.source), '</title>', `\n    <script src="/${fileName}"></script>`)
        html.source = fill(withScript, '<div id="root">', firstFrameMarkup())
      },
    },
  }
}

/** Inserts a text after the only occurrence of another one. */
function fill(text: string, place: string, inserted: string): string {
  if (text.split(place).length !== 2) throw new Error(`${page} must contain ${place} exactly once.`)
  return text.replace(place, () => place + inserted)
}

async function facts(): Promise<FirstFrameFacts> {
  // Not static imports: those would bundle all screens and texts into the configuration of the build.
  const { screens } = (await import(pathToFileURL(screensFile).href)) as typeof import('#client/app/screens.ts')
  const { loadText } = (await import(pathToFileURL(textsFile).href)) as typeof import('#client/core/i18n/namespaces.ts')
  const headings: FirstFrameFacts['headings'] = {}
  for (const { path, texts = [], framed } of screens) {
    if (!framed) continue
    const [namespace] = texts
    const text = namespace && ((await loadText(namespace)) as Record<Language, { title?: string }>)
    if (!text?.enUS.title || !text.ruRU.title) throw new Error(`The first texts of ${path} have no title.`)
    headings[path] = { enUS: text.enUS.title, ruRU: text.ruRU.title }
  }
  const paths = screens.filter(({ access }) => access !== 'public').map(({ path }) => path)
  return { preferencesKey, rememberedUserKey, themes, screens: paths, headings }
}
