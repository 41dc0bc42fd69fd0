import { Alert, Button, Flex, Spinner, Stack, Text } from '@chakra-ui/react'
import { Suspense } from 'react'
import { LuCamera, LuRotateCw } from 'react-icons/lu'
import { useText } from '#client/core/i18n/i18n.ts'
import { type CameraProblem, isSystemProblem } from '#client/scan/decode/camera.ts'
import { lazyComponent } from '#client/ui/layout/lazy-component.ts'
import type { ScanCamera } from './use-camera.ts'

const CameraHint = lazyComponent(() => import('./camera-hint.tsx'))

/** Shown instead of the camera: how to start it, or why it is unavailable and what to do. */
export function CameraOff({ camera: { state, start } }: { camera: ScanCamera }) {
  const t = useText('scan')
  if (state.step === 'failed') return <CameraProblemNotice problem={state.problem} onRetry={start} />
  return (
    <Flex
      align="center"
      justify="center"
      minHeight="28"
      bg="bg.subtle"
      borderWidth="1px"
      borderStyle="dashed"
      borderRadius="l3"
    >
      {state.step === 'starting' ? (
        <Flex role="status" align="center" gap="3" color="fg.muted">
          <Spinner size="sm" />
          {t('starting')}
        </Flex>
      ) : (
        <Button size="lg" onClick={start}>
          <LuCamera aria-hidden />
          {t('start')}
        </Button>
      )}
    </Flex>
  )
}

/** Problems that a retry cannot solve. */
const permanentProblems: readonly CameraProblem[] = ['insecure', 'unsupported']

function CameraProblemNotice({ problem, onRetry }: { problem: CameraProblem; onRetry: () => void }) {
  const t = useText('scan')
  return (
    <Alert.Root status="warning" data-testid="camera-problem">
      <Alert.Indicator />
      <Alert.Content gap="2">
        <Alert.Title>{t(`${problem}Title`)}</Alert.Title>
        <Alert.Description>
          <Stack gap="3" align="start">
            {isSystemProblem(problem) ? (
              <Suspense>
                <CameraHint problem={problem} />
              </Suspense>
            ) : (
              <Text>{t(`${problem}Hint`)}</Text>
            )}
            <Text>{t('typingStillWorks')}</Text>
            {!permanentProblems.includes(problem) && (
              <Button size="sm" variant="outline" bg="bg.panel" onClick={onRetry}>
                <LuRotateCw aria-hidden />
                {t(problem === 'ended' ? 'startAgain' : 'retry')}
              </Button>
            )}
          </Stack>
        </Alert.Description>
      </Alert.Content>
    </Alert.Root>
  )
}
