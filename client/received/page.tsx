import { Button, Flex, Stack, Text } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { LuCircleCheckBig, LuFileInput, LuFileSpreadsheet, LuTruck } from 'react-icons/lu'
import { Link, useNavigate } from 'react-router'
import { withReceived } from '#client/codes/with-received.ts'
import { useTask } from '#client/core/async/use-task.ts'
import { dropReceived, readReceived } from '#client/core/files/received-file.ts'
import { formatBytes } from '#client/core/format/number.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { useViewer } from '#client/core/session/use-viewer.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { LoadState } from '#client/ui/feedback/load-state.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { Panel } from '#client/ui/layout/panel.tsx'
import { activationContract } from '#shared/activation/contract.ts'
import { hasAccess } from '#shared/core/api/access.ts'

/** A list of codes that another app shared or opened with Assay: asks what it is for, and opens that screen with it. */
export function Component() {
  const t = useText('received')
  const viewer = useViewer()
  const navigate = useNavigate()
  const read = useQuery({ queryKey: ['received'], queryFn: async () => (await readReceived()) ?? null, gcTime: 0 })
  const drop = useTask(async () => {
    await dropReceived()
    await navigate('/', { replace: true })
  })
  const file = read.data
  const mayActivate = viewer !== undefined && hasAccess(activationContract.activate.access, viewer.role)
  const mayShip = viewer?.features.includes('temperature') && hasAccess('merchantOrDealer', viewer.role)
  return (
    <Page title={t('title')} description={file ? t('description') : undefined}>
      {file === undefined ? (
        <LoadState read={read} height="32" />
      ) : file === null ? (
        <EmptyState icon={LuFileInput} title={t('none')} hint={t('noneHint')}>
          <Button asChild variant="outline">
            <Link to="/activatecode">{t('toActivation')}</Link>
          </Button>
        </EmptyState>
      ) : (
        <Panel maxWidth="2xl">
          <Stack gap="5">
            <Flex gap="3" align="center">
              <LuFileSpreadsheet aria-hidden size="24" />
              <Text fontWeight="600" overflowWrap="anywhere" minWidth="0">
                {file.name}
              </Text>
              <Text color="fg.muted" flexShrink="0">
                {formatBytes(file.size)}
              </Text>
            </Flex>
            <Flex gap="3" wrap="wrap">
              {mayActivate && (
                <Button asChild>
                  <Link to="/activatecode" state={withReceived}>
                    <LuCircleCheckBig aria-hidden />
                    {t('activate')}
                  </Link>
                </Button>
              )}
              {mayShip && (
                <Button asChild variant="outline">
                  <Link to="/logistic" state={withReceived}>
                    <LuTruck aria-hidden />
                    {t('ship')}
                  </Link>
                </Button>
              )}
              <Button variant="plain" loading={drop.isPending} onClick={() => drop.mutate()}>
                {t('discard')}
              </Button>
            </Flex>
            {!mayActivate && !mayShip && <Text color="fg.muted">{t('role')}</Text>}
          </Stack>
        </Panel>
      )}
    </Page>
  )
}
