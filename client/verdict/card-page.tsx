import { Box, Button, Flex, Stack, Text } from '@chakra-ui/react'
import { useState } from 'react'
import { LuSearchX } from 'react-icons/lu'
import { useSearchParams } from 'react-router'
import { formatPrintedCode } from '#client/codes/batched-check.ts'
import { ApiError } from '#client/core/http/api.ts'
import { useRead } from '#client/core/http/query-client.ts'
import { useText } from '#client/core/i18n/i18n.ts'
import { CameraInput } from '#client/scan/camera/camera-input.tsx'
import { misreadText } from '#client/scan/scan-texts.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { LoadState } from '#client/ui/feedback/load-state.tsx'
import { TextField } from '#client/ui/form/field.tsx'
import { Form, useForm } from '#client/ui/form/form.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { parseScan, type ScanProblem } from '#shared/scan/parse-scan.ts'
import { codeCardContract } from '#shared/verdict/code-card.ts'
import { verdictProblems } from '#shared/verdict/contract.ts'
import { CodeCardView } from './code-card.tsx'
import { ScratchCodeCheck } from './scratch-check.tsx'

/** The card of the code in the URL, below a field for the next code. */
export function Component() {
  const tCard = useText('codeCard')
  const [params, setParams] = useSearchParams()
  const code = params.get('a') ?? ''
  return (
    <Page title={tCard('look')} description={tCard('lookHint')}>
      <LookUp key={code} code={code} onFind={(a) => setParams({ a })} />
      {code && <Found code={code} />}
    </Page>
  )
}

function LookUp({ code, onFind }: { code: string; onFind: (code: string) => void }) {
  const t = useText('verdict')
  const tCard = useText('codeCard')
  const tScan = useText('scan')
  const form = useForm(codeCardContract.read.query, { a: code })
  const [misread, setMisread] = useState<ScanProblem>()
  const scan = (text: string) => {
    const parsed = parseScan(text)
    if ('code' in parsed) onFind(formatPrintedCode(parsed.code))
    else setMisread(parsed.problem)
    return 'code' in parsed
  }
  return (
    <Box maxWidth="3xl">
      <Form form={form} onSubmit={async ({ a }) => onFind(a)}>
        <Flex gap="2" align="end">
          <Box flex="1">
            <TextField control={form.control} name="a" label={t('code')} autoFocus={code === ''} autoComplete="off" />
          </Box>
          <Button type="submit">{tCard('find')}</Button>
        </Flex>
      </Form>
      <Box marginTop="3">
        <CameraInput onText={scan} />
      </Box>
      <Text role="status" color="fg.error">
        {misread && misreadText(misread, tScan)}
      </Text>
    </Box>
  )
}

function Found({ code }: { code: string }) {
  const tCard = useText('codeCard')
  const card = useRead(codeCardContract.read, { query: { a: code } }, { quiet: true })
  if (card.error instanceof ApiError && card.error.code === verdictProblems.noCode.code)
    return <EmptyState icon={LuSearchX} title={tCard('notFound')} hint={tCard('notFoundHint')} />
  if (!card.data || card.isPlaceholderData) {
    return (
      <Stack gap="6">
        <LoadState read={card} height="md" />
        {/* Without a connection it says what can be known. */}
        {card.error && <ScratchCodeCheck code={code} />}
      </Stack>
    )
  }
  return (
    <Stack gap="6">
      <Text textStyle="sm" color="fg.muted" fontFamily="mono" overflowWrap="anywhere">
        {card.data.address.match(/.{1,4}/g)?.join(' ')}
      </Text>
      <CodeCardView card={card.data} code={code} />
      {card.data.scratch && <ScratchCodeCheck code={code} />}
    </Stack>
  )
}
