import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

/** A component that is fetched when it is first shown; the nearest Suspense waits for it. */
export function later<P extends object>(
  load: () => Promise<{ Component: ComponentType<P> }>,
): LazyExoticComponent<ComponentType<P>> {
  return lazy(async () => ({ default: (await load()).Component }))
}
