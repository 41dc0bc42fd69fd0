import { Flex, IconButton, Input, Text } from '@chakra-ui/react'
import { LuTriangleAlert, LuX } from 'react-icons/lu'
import { formatNumber } from '#client/core/format/number.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { contrastRatio, minContrast } from '#shared/core/contrast.ts'
import { patterns } from '#shared/core/fields/patterns.ts'
import { DraftFieldFrame, type DraftFieldProps, fieldName } from './draft-fields.tsx'

type Props = DraftFieldProps & { value: string; onChange: (value: string) => void; fallback: string }

/** A color from a picker or as text. Without a color, the page's default `fallback` applies. */
export function ColorField({ value, onChange, fallback, ...common }: Props) {
  const t = useText('editor')
  const { label } = common
  return (
    <DraftFieldFrame {...common}>
      <Flex gap="2" width="full">
        <Input
          type="color"
          aria-label={label}
          width="14"
          padding="1"
          flexShrink="0"
          value={patterns.color.test(value) ? value : fallback}
          onChange={({ target }) => onChange(target.value)}
        />
        <Input
          name={fieldName(common.path)}
          aria-label={t('colorCode', { label })}
          placeholder={t('colorDefault')}
          spellCheck={false}
          maxLength={7}
          value={value}
          onChange={({ target }) => onChange(target.value.trim())}
        />
        <IconButton
          type="button"
          variant="ghost"
          aria-label={t('clearColor', { label })}
          disabled={value === ''}
          onClick={() => onChange('')}
        >
          <LuX />
        </IconButton>
      </Flex>
    </DraftFieldFrame>
  )
}

type Pair = { front: string; ground: string; kind: keyof typeof minContrast }

/** Warns when the contrast of two colors is too low (WCAG). */
export function ContrastWarning({ front, ground, kind }: Pair) {
  const t = useText('editor')
  if (!patterns.color.test(front) || !patterns.color.test(ground)) return null
  const ratio = contrastRatio(front, ground)
  const minRatio = minContrast[kind]
  if (ratio >= minRatio) return null
  // Rounded down, so that a ratio below the limit is never shown as the limit.
  const shown = formatNumber(Math.floor(ratio * 10) / 10, { maximumFractionDigits: 1 })
  return (
    <Text role="status" display="flex" gap="2" alignItems="center" textStyle="sm" color="fg.warning">
      <LuTriangleAlert aria-hidden />
      {t(kind === 'words' ? 'lowContrast' : 'lowContrastShape', { ratio: shown, least: formatNumber(minRatio) })}
    </Text>
  )
}
