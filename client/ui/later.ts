import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

type Module<P extends object> = { default: ComponentType<P> }

/** `fetch` brings it ahead of time; what fails then is asked for again when the component is shown. */
export type Later<P extends object> = LazyExoticComponent<ComponentType<P>> & { fetch(): Promise<void> }

/**
 * A component that is fetched when it is first shown; the nearest Suspense waits for it. One that was fetched ahead is shown
 * at once, with no placeholder in between: whatever follows a placeholder React holds back for 300 ms.
 */
export function later<P extends object>(load: () => Promise<{ Component: ComponentType<P> }>): Later<P> {
  let fetched: Module<P> | undefined
  const bring = async () => ({ default: (await load()).Component })
  return Object.assign(
    lazy(() => (fetched ? atOnce(fetched) : bring())),
    {
      async fetch() {
        fetched = await bring()
      },
    },
  )
}

/** A promise ends no sooner than the drawing that asks it. React takes this answer in the middle of it. */
function atOnce<T>(value: T): Promise<T> {
  // biome-ignore lint/suspicious/noThenProperty: it stands for a promise that has ended.
  return { then: (take: (value: T) => void) => take(value) } as Promise<T>
}
