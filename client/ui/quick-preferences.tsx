import { Box } from '@chakra-ui/react'
import { Suspense } from 'react'
import { later } from './later.ts'

const Menus = later(() => import('./preference-menus.tsx'))

/** Language and theme, within reach on every screen. */
export function QuickPreferences() {
  return (
    <Box minWidth={{ base: '18', md: '20' }} minHeight={{ base: '9', md: '10' }}>
      <Suspense>
        <Menus />
      </Suspense>
    </Box>
  )
}
