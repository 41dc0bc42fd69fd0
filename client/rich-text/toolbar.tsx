import { Flex, IconButton, Menu, Portal, SimpleGrid } from '@chakra-ui/react'
import { type KeyboardEvent, type ReactNode, useId } from 'react'
import type { IconType } from 'react-icons'
import {
  LuAlignCenter,
  LuAlignJustify,
  LuAlignLeft,
  LuAlignRight,
  LuBold,
  LuCode,
  LuItalic,
  LuList,
  LuListOrdered,
  LuSmile,
  LuStrikethrough,
  LuSubscript,
  LuSuperscript,
  LuUnderline,
} from 'react-icons/lu'
import { useText } from '#client/core/i18n/i18n.ts'
import { Select } from '#client/ui/form/select.tsx'
import type { Attributes } from '#shared/customization/rich-text-delta.ts'
import type { useQuill } from './use-quill.ts'

type Tools = ReturnType<typeof useQuill>['tools']

const marks = [
  ['bold', LuBold],
  ['italic', LuItalic],
  ['underline', LuUnderline],
  ['strike', LuStrikethrough],
  ['code', LuCode],
] as const
const scripts = [
  ['sub', 'subscript', LuSubscript],
  ['super', 'superscript', LuSuperscript],
] as const
const lists = [
  ['bullet', 'bulletList', LuList],
  ['ordered', 'orderedList', LuListOrdered],
] as const
const aligns = [
  [undefined, 'alignLeft', LuAlignLeft],
  ['center', 'alignCenter', LuAlignCenter],
  ['right', 'alignRight', LuAlignRight],
  ['justify', 'alignJustify', LuAlignJustify],
] as const

/** @param children additional buttons at the end, such as undo and redo */
export function Toolbar({ format, setFormats, insert, children }: Tools & { children?: ReactNode }) {
  const t = useText('editor')
  return (
    <Flex
      role="toolbar"
      aria-label={t('formatting')}
      wrap="wrap"
      gap="0.5"
      padding="1"
      borderBottomWidth="1px"
      onKeyDown={stepThrough}
    >
      <LineKinds format={format} setFormats={setFormats} />
      <Sizes format={format} setFormats={setFormats} />
      {marks.map(([key, icon]) => (
        <Tool
          key={key}
          label={t(key)}
          icon={icon}
          pressed={format[key] === true}
          onPress={() => setFormats({ [key]: format[key] ? undefined : true })}
        />
      ))}
      {scripts.map(([script, word, icon]) => (
        <Tool
          key={script}
          label={t(word)}
          icon={icon}
          pressed={format.script === script}
          onPress={() => setFormats({ script: format.script === script ? undefined : script })}
        />
      ))}
      {lists.map(([list, word, icon]) => (
        <Tool
          key={list}
          label={t(word)}
          icon={icon}
          pressed={format.list === list}
          onPress={() => setFormats({ list: format.list === list ? undefined : list })}
        />
      ))}
      {aligns.map(([align, word, icon]) => (
        <Tool
          key={word}
          label={t(word)}
          icon={icon}
          pressed={format.align === align}
          onPress={() => setFormats({ align })}
        />
      ))}
      <Emoji insert={insert} />
      {children}
    </Flex>
  )
}

/** The arrow keys move the focus between buttons, as in every toolbar. */
function stepThrough(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
  if (step === 0 || !(event.target instanceof HTMLButtonElement)) return
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button:not(:disabled)')]
  const next = buttons.at((buttons.indexOf(event.target) + step) % buttons.length)
  next?.focus()
  event.preventDefault()
}

type ToolProps = { label: string; icon: IconType; pressed: boolean; onPress: () => void }

function Tool({ label, icon: Icon, pressed, onPress }: ToolProps) {
  return (
    <IconButton
      type="button"
      variant={pressed ? 'subtle' : 'ghost'}
      size="xs"
      aria-label={label}
      aria-pressed={pressed}
      // Keeps the selection in the editor.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      <Icon />
    </IconButton>
  )
}

const small = { frame: { size: 'xs', width: 'auto' } } as const

function LineKinds({ format, setFormats }: Omit<Tools, 'insert'>) {
  const t = useText('editor')
  const kind = format.header
    ? `header${format.header}`
    : format.blockquote
      ? 'quote'
      : format['code-block']
        ? 'code'
        : ''
  const choose = (chosen: string) => {
    const header = chosen.startsWith('header') ? Number(chosen.at(-1)) : undefined
    const blockquote = chosen === 'quote' ? true : undefined
    setFormats({ header, blockquote, 'code-block': chosen === 'code' ? true : undefined })
  }
  const levels = [1, 2, 3, 4, 5, 6].map((level) => ({ value: `header${level}`, label: t('heading', { level }) }))
  const options = [
    { value: '', label: t('paragraph') },
    ...levels,
    { value: 'quote', label: t('quote') },
    { value: 'code', label: t('codeBlock') },
  ]
  return <Select {...small} aria-label={t('blockType')} value={kind} options={options} onChange={choose} />
}

const sizes = { small: 'sizeSmall', '': 'sizeNormal', large: 'sizeLarge', huge: 'sizeHuge' } as const

function Sizes({ format, setFormats }: Omit<Tools, 'insert'>) {
  const t = useText('editor')
  const options = Object.entries(sizes).map(([value, word]) => ({ value, label: t(word) }))
  const choose = (size: string) => setFormats({ size: (size || undefined) as Attributes['size'] | undefined })
  return <Select {...small} aria-label={t('fontSize')} value={format.size ?? ''} options={options} onChange={choose} />
}

const emoji = '😀 😍 👍 👏 🙏 💪 ❤️ ⭐ 🔥 🎉 🎁 🏆 ✅ ⚠️ 🌱 🍃 🌍 ☀️ 🍵 ☕ 🍇 🛒 📦 🚚'.split(' ')

function Emoji({ insert }: Pick<Tools, 'insert'>) {
  const t = useText('editor')
  const id = useId()
  return (
    <Menu.Root lazyMount ids={{ trigger: id }} onSelect={({ value }) => insert(value)}>
      <Menu.Trigger asChild>
        <IconButton type="button" variant="ghost" size="xs" aria-label={t('emoji')}>
          <LuSmile />
        </IconButton>
      </Menu.Trigger>
      <Portal>
        <Menu.Positioner>
          <Menu.Content>
            <SimpleGrid columns={6}>
              {emoji.map((one) => (
                <Menu.Item key={one} value={one} justifyContent="center">
                  {one}
                </Menu.Item>
              ))}
            </SimpleGrid>
          </Menu.Content>
        </Menu.Positioner>
      </Portal>
    </Menu.Root>
  )
}
