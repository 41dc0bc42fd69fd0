import { Button, Heading, SimpleGrid, Stack, Text } from '@chakra-ui/react'
import type { IconType } from 'react-icons'
import { LuBadgeCheck, LuBuilding2 } from 'react-icons/lu'
import { Link } from 'react-router'
import { useText } from '#client/core/i18n/i18n.ts'
import { StatusChip } from '#client/ui/feedback/status-chip.tsx'
import { Panel } from '#client/ui/layout/panel.tsx'
import type { OnboardingProgress } from '#shared/business/contract.ts'
import { stepPath } from '#shared/business/onboarding-steps.ts'

/** The steps that are left before the first code. */
export function Welcome({ progress }: { progress: OnboardingProgress }) {
  const t = useText('insights')
  return (
    <SimpleGrid columns={{ base: 1, md: 2 }} gap="4">
      <StepCard
        icon={LuBuilding2}
        title={t('registerTitle')}
        hint={t('registerHint')}
        action={t('registerBusiness')}
        to={stepPath.businessUpdated}
        done={progress.businessUpdated}
      />
      <StepCard
        icon={LuBadgeCheck}
        title={t('startTitle')}
        hint={t('startHint')}
        action={t('registerTrademark')}
        to={stepPath.trademarkRegistered}
        done={progress.trademarkRegistered}
      />
    </SimpleGrid>
  )
}

type Props = { icon: IconType; title: string; hint: string; action: string; to: string; done: boolean }

function StepCard({ icon: Icon, title, hint, action, to, done }: Props) {
  const t = useText('insights')
  return (
    <Panel as="div">
      <Stack gap="3" align="start">
        <Icon aria-hidden size="28" />
        <Heading as="h2" size="lg" fontWeight="600">
          {title}
        </Heading>
        <Text color="fg.muted">{hint}</Text>
        {done && <StatusChip tone="good">{t('stepDone')}</StatusChip>}
        <Button asChild variant={done ? 'outline' : 'solid'}>
          <Link to={to}>{action}</Link>
        </Button>
      </Stack>
    </Panel>
  )
}
