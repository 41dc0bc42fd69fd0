import { Box, ChakraProvider, Heading, Input, Stack } from '@chakra-ui/react'
import { StrictMode, Suspense, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { startI18n } from '#client/core/i18n/i18n.ts'
import { applyTheme } from '#client/core/session/preferences.ts'
import type { CodeChecker } from '#client/scan/code-check.ts'
import { Scanner } from '#client/scan/scanner.tsx'
import { TagField } from '#client/scan/tag/tag-field.tsx'
import { useScanList } from '#client/scan/use-scan-list.ts'
import { Panel } from '#client/ui/layout/panel.tsx'
import { theme } from '#client/ui/theme/theme.ts'

/** A test check that derives a result from the last hex digit of a code, when the server is reachable. */
const checkCode: CodeChecker = async ({ address }) => {
  await fetch(location.href, { cache: 'no-store' })
  const last = address.at(-1)
  if (last === 'a') return { status: 'active', acceptable: false, since: '2026-11-03T10:00:00Z' }
  if (last === 'b') return { status: 'otherBrand', acceptable: false }
  return { status: 'notActive', acceptable: true }
}

/** A page with only the scanner, for tests; `?tag` shows the field for a sensor's tag instead. */
function Page() {
  const list = useScanList({ checkCode })
  const [note, setNote] = useState('')
  const [tag, setTag] = useState('')
  const isTag = new URLSearchParams(location.search).has('tag')
  return (
    <Stack as="main" gap="4" padding={{ base: '4', lg: '8' }} maxWidth="7xl" marginInline="auto">
      <Heading as="h1" size="xl">
        {isTag ? 'Start a sensor' : 'Activate codes'}
      </Heading>
      <Input aria-label="Note" value={note} onChange={({ target }) => setNote(target.value)} />
      <Panel>{isTag ? <TagField label="Sensor" value={tag} onTag={setTag} /> : <Scanner list={list} />}</Panel>
      <Box data-testid="codes">{list.codes.length}</Box>
    </Stack>
  )
}

applyTheme()
await startI18n()
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <ChakraProvider value={theme}>
      <Suspense>
        <Page />
      </Suspense>
    </ChakraProvider>
  </StrictMode>,
)
