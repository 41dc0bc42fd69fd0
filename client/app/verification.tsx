import { Box, Link as ChakraLink, Flex, Progress, Stack, Text } from '@chakra-ui/react'
import { LuCircle, LuCircleCheck } from 'react-icons/lu'
import { Link } from 'react-router'
import { useText } from '#client/core/i18n.ts'
import type { Viewer } from '#client/core/session.ts'
import { Tooltip } from '#client/ui/tooltip.tsx'
import type { Progress as Steps } from '#shared/business/contract.ts'
import { useProgress } from './account.ts'

const order = [
  'emailConfirmed',
  'businessUpdated',
  'trademarkRegistered',
  'businessApproved',
  'trademarkApproved',
] as const
const tips = {
  emailConfirmed: 'tipEmail',
  businessUpdated: 'tipBusiness',
  trademarkRegistered: 'tipBrand',
  businessApproved: 'tipBusinessApproval',
  trademarkApproved: 'tipBrandApproval',
} as const

/** What comes next on the way to the first code, and where it is done. */
function nextStep(steps: Steps) {
  if (!steps.emailConfirmed) return { word: 'stepEmail', to: '/settings' } as const
  if (!steps.businessUpdated) return { word: 'stepBusiness', to: '/settings/business' } as const
  if (!steps.trademarkRegistered) return { word: 'stepBrand', to: '/brand' } as const
  if (!steps.businessApproved || !steps.trademarkApproved) return { word: 'stepWaiting', to: undefined } as const
  return { word: 'stepVerified', to: undefined } as const
}

/** The five steps of the verification; the tooltip tells which are done. */
export function Verification({ viewer }: { viewer: Viewer }) {
  const t = useText('app')
  const { data } = useProgress(viewer)
  if (!data) return null
  const done = order.filter((step) => data[step]).length
  const { word, to } = nextStep(data)
  const tip = (
    <Stack gap="1" padding="1">
      {order.map((step) => (
        <Flex key={step} gap="2" align="center">
          {data[step] ? <LuCircleCheck aria-label={t('stepDone')} /> : <LuCircle aria-label={t('stepOpen')} />}
          {t(tips[step])}
        </Flex>
      ))}
    </Stack>
  )
  return (
    <Tooltip content={tip}>
      <Box padding="4" paddingInline="5" borderTopWidth="1px" data-testid="verification">
        <Progress.Root value={done} max={order.length} size="sm" aria-label={t('verification')}>
          <Stack gap="2">
            <Flex justify="space-between" gap="2" textStyle="sm">
              {to ? (
                <ChakraLink asChild fontWeight="600" textDecoration="underline">
                  <Link to={to}>{t(word)}</Link>
                </ChakraLink>
              ) : (
                <Text fontWeight="600">{t(word)}</Text>
              )}
              <Text color="fg.muted" fontVariantNumeric="tabular-nums" aria-hidden>
                {done}/{order.length}
              </Text>
            </Flex>
            <Progress.Track>
              <Progress.Range />
            </Progress.Track>
            <Progress.ValueText srOnly>{t('verificationOf', { done, total: order.length })}</Progress.ValueText>
          </Stack>
        </Progress.Root>
      </Box>
    </Tooltip>
  )
}
