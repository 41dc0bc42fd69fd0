import type { StoredFile } from '#shared/core/fields/fields.ts'
import type { CustomizationInput } from '#shared/customization/contract.ts'

/** Input that tries to make the page do something else. `canary` is an address that must never be requested. */
export const hostileTexts = (canary: string): string[] => [
  `<script>hacked=1;fetch('${canary}')</script>`,
  `</script><script src=${canary}></script>`,
  `<img src=${canary} onerror=hacked=1>`,
  `<svg onload=hacked=1><image href="${canary}"/></svg>`,
  `"><iframe src=${canary}></iframe>`,
  `' autofocus onfocus=hacked=1 x='`,
  `</title><style>@import '${canary}';body{display:none}</style>`,
  `;}body{background:url(${canary})}`,
  `javascript:fetch('${canary}')`,
  `{{constructor.constructor('hacked=1')()}}`,
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the syntax of another template language.
  '${hacked=1}',
  '--><!--]]>&lt;script&gt;',
  '\u202egnp.exe\u202e \u2066\u2067 \u200b\u200f',
  'Z̷̡̢̛͍̗̝a̵̧̛͎͔l̸̨̡͖g̵o̷̢̡ '.repeat(4),
  'W'.repeat(500),
  '👩‍👩‍👧‍👦'.repeat(40),
]

/** Invalid addresses, and addresses that imitate another one. */
export const hostileUrls = (canary: string): string[] => [
  'javascript:hacked=1',
  'JaVaScRiPt:hacked=1',
  ' javascript:hacked=1',
  'java\tscript:hacked=1',
  'data:text/html,<script>hacked=1</script>',
  'vbscript:hacked=1',
  'blob:https://rimba.example/1',
  'file:///etc/passwd',
  '//evil.example',
  '\\\\evil.example',
  'https:\\\\evil.example',
  'https:/\\evil.example',
  'https://rimba.example@evil.example',
  'https://rimba.example:443@evil.example',
  'https://rimba.example\\@evil.example',
  'https://rimba.example\u2044.evil.example"><img src=x>',
  'https://evil.example/"onmouseover="hacked=1',
  'https://evil.example/\u202egpj',
  'https://',
  'https://evil',
  `url(${canary})`,
  canary,
  'http://192.168.0.1/',
  'https://0x7f.1/',
  'https://2130706433/',
  'https://printer.local/',
  'https://rimba.example:8443/',
]

export const hostileColours = ['red', '#12345', '#1234567', '#fff;}', 'url(x)', 'expression(1)', '#12345g', '</style>']

/** A customization with the same text in every text field, cut to the length of each field. */
export function customizationFilledWith(words: string, picture: StoredFile): CustomizationInput {
  const cut = (most: number) => words.slice(0, most).toWellFormed().trim()
  const file = { ...picture, name: cut(200) || 'x' }
  return {
    isDraft: false,
    verified_text: cut(80),
    description: cut(500),
    social_link: 'https://rimba.example',
    logo: file,
    button_text: cut(60),
    website: 'https://rimba.example',
    product_details: cut(80),
    customSKUName: cut(80),
    customSKU: cut(80),
    breakLineChar: cut(5),
    additions: [
      {
        id: 'a',
        type: 'text',
        content: { ops: [{ insert: `${words}\n`, attributes: { code: true } }, { insert: `${words}\n` }] },
      },
      { id: 'b', type: 'image', description: cut(500), images: [file, file] },
      { id: 'c', type: 'button', website: 'https://rimba.example', button_text: cut(60), button_color: '#000000' },
      {
        id: 'd',
        type: 'events' as const,
        title: cut(120),
        events: [
          {
            id: 'e',
            title: cut(120),
            description: cut(2000),
            media: file,
            documents: [{ ...file, description: cut(200) }],
          },
        ],
      },
      { id: 'f', type: 'video', title: cut(120), videoUrl: 'https://youtu.be/dQw4w9WgXcQ', description: cut(2000) },
      { id: 'g', type: 'embed', link: 'https://rimba.example/page', height: 200 },
    ],
  }
}
