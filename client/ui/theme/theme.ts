import foundations from 'virtual:theme-foundations'
import 'virtual:theme.css'
import { createSystem, defaultBaseConfig, type SystemContext } from '@chakra-ui/react'
import { cachedFunctions } from './style-caches.ts'
import { themeConfigs } from './theme-config.ts'

const system = createSystem(defaultBaseConfig, foundations, ...themeConfigs)

/** The themes by class of <html>: light, dark, and black on white for print and e-ink. */
export const theme: SystemContext = {
  ...system,
  ...cachedFunctions(system),
  // The style sheet contains these already: generating them again took a quarter of the first render.
  _global: [],
  _config: { ...system._config, disableLayers: true },
}
