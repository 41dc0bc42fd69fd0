import { Box, Flex, Heading, IconButton, Text } from '@chakra-ui/react'
import { type KeyboardEvent, useState } from 'react'
import {
  LuChevronLeft,
  LuChevronRight,
  LuCircleCheckBig,
  LuDownload,
  LuPrinter,
  LuQrCode,
  LuSticker,
} from 'react-icons/lu'
import { useText } from '#client/core/i18n/i18n.ts'
import { nextPoint } from '#client/ui/chart/next-point.ts'
import { guilloche } from '#client/ui/layout/guilloche.ts'
import { Panel } from '#client/ui/layout/panel.tsx'

const steps = [
  { title: 'stepGenerate', hint: 'stepGenerateHint', Icon: LuQrCode },
  { title: 'stepDownload', hint: 'stepDownloadHint', Icon: LuDownload },
  { title: 'stepPrint', hint: 'stepPrintHint', Icon: LuPrinter },
  { title: 'stepStick', hint: 'stepStickHint', Icon: LuSticker },
  { title: 'stepActivate', hint: 'stepActivateHint', Icon: LuCircleCheckBig },
] as const
const last = steps.length - 1

/** The five steps from an order to an active code. The user starts each step; there is no automatic animation. */
export function HowTo() {
  const t = useText('order')
  const [at, setAt] = useState(0)
  const { title, hint, Icon } = steps[at]!
  const go = (to: number) => setAt(Math.min(last, Math.max(0, to)))
  const onKey = (event: KeyboardEvent) => {
    const target = nextPoint(event.key, at, steps.length)
    if (target === undefined) return
    event.preventDefault()
    go(target)
  }
  return (
    <Panel title={t('howTo')} aria-roledescription="carousel" onKeyDown={onKey}>
      <Box aria-live="polite" textAlign="center" minHeight="56">
        <Box role="group" aria-roledescription="slide" aria-label={t('howToOf', { step: at + 1, total: steps.length })}>
          <Art>
            <Icon aria-hidden size="36" />
          </Art>
          <Heading as="h3" size="md" marginTop="3">
            {at + 1}. {t(title)}
          </Heading>
          <Text color="fg.muted" maxWidth="42ch" marginInline="auto" marginTop="1">
            {t(hint)}
          </Text>
        </Box>
      </Box>
      <Flex justify="center" align="center" gap="1">
        <IconButton
          variant="ghost"
          size="sm"
          aria-label={t('previousStep')}
          disabled={at === 0}
          onClick={() => go(at - 1)}
        >
          <LuChevronLeft />
        </IconButton>
        {steps.map((step, index) => (
          <IconButton
            key={step.title}
            variant="ghost"
            size="xs"
            aria-label={`${index + 1}. ${t(step.title)}`}
            aria-current={index === at ? 'step' : undefined}
            onClick={() => go(index)}
          >
            <Box
              boxSize="2.5"
              borderRadius="full"
              borderWidth="1px"
              borderColor="primary.solid"
              bg={index === at ? 'primary.solid' : 'transparent'}
            />
          </IconButton>
        ))}
        <IconButton
          variant="ghost"
          size="sm"
          aria-label={t('nextStep')}
          disabled={at === last}
          onClick={() => go(at + 1)}
        >
          <LuChevronRight />
        </IconButton>
      </Flex>
    </Panel>
  )
}

const rings = [0, 2.1, 4.2].map((phase) => guilloche(12, 46, 7, phase))

/** The icon of a step, inside a guilloche pattern. */
function Art({ children }: { children: React.ReactNode }) {
  return (
    <Box position="relative" boxSize="28" marginInline="auto" color="primary.fg">
      <Box asChild position="absolute" inset="0" boxSize="full" opacity="0.55">
        <svg viewBox="-50 -50 100 100" fill="none" stroke="currentColor" strokeWidth="0.5" aria-hidden="true">
          {rings.map((ring) => (
            <path key={ring} d={ring} />
          ))}
        </svg>
      </Box>
      <Flex position="absolute" inset="0" align="center" justify="center">
        {children}
      </Flex>
    </Box>
  )
}
