import { Box, Flex, Stack, Text } from '@chakra-ui/react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useText } from '#client/core/i18n/i18n.ts'
import { languageNames } from '#client/core/i18n/language.ts'
import { chosenFiles } from '#client/customization/draft/chosen-files.ts'
import type { PageDraft } from '#client/customization/draft/draft.ts'
import { Select } from '#client/ui/form/select.tsx'
import { PreviewFrame } from '#client/verify/preview/preview-frame.tsx'
import { buildPreviewResponse } from '#client/verify/preview/preview-response.ts'
import { type Language, languages } from '#shared/core/i18n/language.ts'
import { type Theme, themes } from '#shared/core/theme.ts'
import type { ApprovedHosts } from '#shared/customization/contract.ts'
import type { Sku } from '#shared/sku/contract.ts'

/** Sizes of the screen and of the frame around it, CSS pixels. */
const screen = { width: 392, height: 768 } as const
const bezel = 8
const phone = { width: screen.width + 2 * bezel, height: screen.height + 2 * bezel } as const
/** A sample code, so that the page shows its button. */
const sampleCode = 'SAMPLE'

export type PreviewSettings = { language: Language; theme: Theme }
type Props = {
  product: Sku
  draft: PageDraft
  hosts: ApprovedHosts
  look: PreviewSettings
  onLook: (look: PreviewSettings) => void
  /** CSS selector of the part that is edited. */
  focus: string | undefined
}

/** The verify page at the size of a phone, scaled down to the available space. */
export function PhonePreview({ product, draft, hosts, look, onLook, focus }: Props) {
  const t = useText('editor')
  const app = useText('app')
  const files = chosenFiles((state) => state.files)
  const pictures = useMemo(() => Object.fromEntries(Object.values(files).map(({ hash, url }) => [hash, url])), [files])
  const response = useMemo(() => {
    const customization = { ...draft, order: draft.additions.map(({ id }) => id), isDraft: false }
    return buildPreviewResponse(product, { customization, hosts })
  }, [product, draft, hosts])
  const [room, scale] = useScale()
  return (
    <Stack gap="3">
      <Flex gap="2">
        <Select
          frame={{ size: 'sm' }}
          aria-label={t('previewLanguage')}
          value={look.language}
          options={languages.map((value) => ({ value, label: languageNames[value] }))}
          onChange={(language) => onLook({ ...look, language })}
        />
        <Select
          frame={{ size: 'sm' }}
          aria-label={t('previewTheme')}
          value={look.theme}
          options={themes.map((value) => ({ value, label: app(value) }))}
          onChange={(theme) => onLook({ ...look, theme })}
        />
      </Flex>
      <Box ref={room} width="full" height={`${phone.height * scale}px`} overflow="hidden">
        <Box
          width={`${phone.width}px`}
          height={`${phone.height}px`}
          marginInlineStart={`calc((100% - ${phone.width}px) / 2)`}
          transform={`scale(${scale})`}
          transformOrigin="top center"
          borderWidth={`${bezel}px`}
          borderColor="gray.solid"
          borderRadius="28px"
          overflow="hidden"
          bg="bg.panel"
        >
          <Box width={`${screen.width}px`} height={`${screen.height}px`} data-testid="phone-preview">
            <PreviewFrame
              title={t('previewFrame')}
              answer={response}
              code={sampleCode}
              pictures={pictures}
              look={look}
              {...(focus && { focus })}
            />
          </Box>
        </Box>
      </Box>
      <Text textStyle="sm" color="fg.muted">
        {t('previewHint')}
      </Text>
    </Stack>
  )
}

/** Height that other parts of the window need: bar, options and hint. CSS pixels. */
const besides = 200

/** The scale of the phone: limited by the width of the element and the height of the window, at most 1. */
function useScale() {
  const room = useRef<HTMLDivElement>(null)
  const [scale, setScale] = useState(1)
  useEffect(() => {
    const element = room.current!
    const fit = () => {
      const high = (window.innerHeight - besides) / phone.height
      setScale(Math.max(0.4, Math.min(1, element.clientWidth / phone.width, high)))
    }
    const measure = new ResizeObserver(fit)
    measure.observe(element)
    window.addEventListener('resize', fit)
    return () => {
      measure.disconnect()
      window.removeEventListener('resize', fit)
    }
  }, [])
  return [room, scale] as const
}
