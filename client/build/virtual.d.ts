declare module 'virtual:theme-foundations' {
  import type { SystemConfig } from '@chakra-ui/react'

  const foundations: SystemConfig
  export default foundations
}

declare module 'virtual:theme.css'
