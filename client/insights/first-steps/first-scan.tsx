import { Box, Button, CloseButton, Flex, Heading, Text } from '@chakra-ui/react'
import { LuScanLine } from 'react-icons/lu'
import { Link } from 'react-router'
import { useRead } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { Panel } from '#client/ui/layout/panel.tsx'
import { attentionContract } from '#shared/insights/attention.ts'
import { useFirstScan } from './use-first-scan.ts'

/** Announces the first scan, once, with a link to the list of scans. */
export function FirstScan() {
  const t = useText('insights')
  const { data } = useRead(attentionContract.firstSteps, {}, { quiet: true })
  const { hasCome, dismiss } = useFirstScan(data)
  return (
    <>
      {/* Only a change of a region that exists is announced. */}
      <span className="said" role="status">
        {hasCome && t('firstScanTitle')}
      </span>
      {hasCome && (
        <Panel as="div" bg="secondary.subtle" data-first-scan="">
          <Flex gap="4" align="start" animation="fade-in 0.6s ease-out">
            <Box color="secondary.fg" animation="scale-in 0.6s ease-out" flexShrink="0">
              <LuScanLine size="40" aria-hidden />
            </Box>
            <Box flex="1" minWidth="0">
              <Heading as="h2" size="lg" fontWeight="600">
                {t('firstScanTitle')}
              </Heading>
              <Text marginTop="1">{t('firstScanBody')}</Text>
              <Button asChild marginTop="4">
                <Link to="/insights#scans" onClick={dismiss}>
                  {t('firstScanGo')}
                </Link>
              </Button>
            </Box>
            <CloseButton size="sm" aria-label={t('firstScanClose')} onClick={dismiss} />
          </Flex>
        </Panel>
      )}
    </>
  )
}
