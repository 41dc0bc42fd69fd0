import { Button, ButtonGroup, Flex, Stack, Steps, Text } from '@chakra-ui/react'
import { useState } from 'react'
import { LuBadgeCheck, LuBuilding2, LuPartyPopper } from 'react-icons/lu'
import { Link, useNavigate } from 'react-router'
import { useText } from '#client/core/i18n/i18n.ts'
import { enterDemo } from '#client/core/session/session-state.ts'
import { useViewer } from '#client/core/session/use-viewer.ts'
import { Page } from '#client/ui/layout/page.tsx'
import { Panel } from '#client/ui/layout/panel.tsx'
import { firstStepPath } from '#shared/insights/first-steps.ts'

const documentSteps = [
  {
    title: 'stepBusiness',
    hint: 'stepBusinessHint',
    icon: LuBuilding2,
    to: firstStepPath.business,
    go: 'stepBusinessGo',
  },
  {
    title: 'stepBrand',
    hint: 'stepBrandHint',
    icon: LuBadgeCheck,
    to: firstStepPath.trademark,
    go: 'stepBrandGo',
  },
] as const
const unconfirmedStep = { title: 'stepFinish', hint: 'stepFinishHint', icon: LuPartyPopper } as const
/** The dashboard shows the next step. */
const confirmedStep = { ...unconfirmedStep, hint: 'stepFinishReady' } as const

/** The welcome page after registration: starts the next steps or opens the demo. */
export function Component() {
  const t = useText('auth')
  const tApp = useText('app')
  const navigate = useNavigate()
  const isConfirmed = useViewer()?.emailConfirmed === true
  const steps = [...documentSteps, isConfirmed ? confirmedStep : unconfirmedStep]
  const [step, setStep] = useState<number>()
  const toDemo = () => {
    enterDemo()
    void navigate('/')
  }
  if (step === undefined) {
    return (
      <Page title={t('onboardingTitle')} description={t('onboardingHint')}>
        <Panel maxWidth="2xl">
          <Flex gap="3" wrap="wrap">
            <Button size="lg" onClick={() => setStep(0)}>
              {t('continueRegistration')}
            </Button>
            <Button size="lg" variant="outline" onClick={toDemo}>
              {t('demoMode')}
            </Button>
          </Flex>
        </Panel>
      </Page>
    )
  }
  const last = step === steps.length - 1
  return (
    <Page title={t('onboardingTitle')} description={t('onboardingHint')}>
      <Panel maxWidth="3xl">
        <Steps.Root
          step={step}
          onStepChange={(change) => setStep(change.step)}
          count={steps.length}
          orientation="horizontal"
          size={{ base: 'sm', md: 'md' }}
        >
          <Steps.List>
            {steps.map(({ title, icon: Icon }, index) => (
              <Steps.Item key={title} index={index} title={t(title)}>
                <Steps.Trigger>
                  <Steps.Indicator>
                    <Icon aria-hidden />
                  </Steps.Indicator>
                  <Steps.Title hideBelow="md">{t(title)}</Steps.Title>
                </Steps.Trigger>
                <Steps.Separator />
              </Steps.Item>
            ))}
          </Steps.List>
          {steps.map((one, index) => (
            <Steps.Content key={one.title} index={index}>
              <Stack gap="3" paddingBlock="4">
                <Text fontWeight="600" textStyle="lg">
                  {t(one.title)}
                </Text>
                <Text maxWidth="60ch">{t(one.hint)}</Text>
                {'to' in one && (
                  <Button asChild alignSelf="start">
                    <Link to={one.to}>{t(one.go)}</Link>
                  </Button>
                )}
                {index === steps.length - 1 && (
                  <>
                    <Text maxWidth="60ch">{t('stepPlanHint')}</Text>
                    <Button asChild variant="outline" alignSelf="start">
                      <Link to={firstStepPath.plan}>{t('stepPlanGo')}</Link>
                    </Button>
                  </>
                )}
              </Stack>
            </Steps.Content>
          ))}
          <Flex gap="3" wrap="wrap" justify="space-between">
            <ButtonGroup variant="outline">
              <Button disabled={step === 0} onClick={() => setStep(step - 1)}>
                {t('back')}
              </Button>
              {!last && <Button onClick={() => setStep(step + 1)}>{t('next')}</Button>}
              {last && (
                <Button asChild variant="solid">
                  {isConfirmed ? (
                    <Link to="/">{tApp('goToDashboard')}</Link>
                  ) : (
                    <Link to={firstStepPath.email}>{t('verifyEmail')}</Link>
                  )}
                </Button>
              )}
            </ButtonGroup>
            <ButtonGroup variant="ghost" size="sm">
              {!(last && isConfirmed) && (
                <Button asChild>
                  <Link to="/">{t('skip')}</Link>
                </Button>
              )}
              <Button onClick={toDemo}>{t('demoMode')}</Button>
            </ButtonGroup>
          </Flex>
        </Steps.Root>
      </Panel>
    </Page>
  )
}
