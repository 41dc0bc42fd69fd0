import { type ComponentType, type LazyExoticComponent, lazy, useEffect } from 'react'
import { whenIdle } from '#client/core/async/when-idle.ts'

type DefaultModule<P extends object> = { default: ComponentType<P> }

/** What a screen reads before it is drawn for the first time, depending on its address. */
export type Preload = (params: URLSearchParams) => Promise<void>
export type ComponentModule<P extends object> = { Component: ComponentType<P>; preload?: Preload }

/** `fetch` brings it ahead of time; what fails then is asked for again when the component is shown. */
export type LazyComponent<P extends object> = LazyExoticComponent<ComponentType<P>> & {
  fetch(): Promise<Preload | undefined>
}

/**
 * A lazy component that is loaded when first shown; the nearest Suspense waits for it. A preloaded one renders
 * immediately without a placeholder, since React delays content after a placeholder by 300 ms.
 */
export function lazyComponent<P extends object>(load: () => Promise<ComponentModule<P>>): LazyComponent<P> {
  let fetched: DefaultModule<P> | undefined
  const bring = async () => ({ default: (await load()).Component })
  return Object.assign(
    lazy(() => (fetched ? resolvedThenable(fetched) : bring())),
    {
      async fetch() {
        const { Component, preload } = await load()
        fetched = { default: Component }
        return preload
      },
    },
  )
}

/** A promise ends no sooner than the drawing that asks it. React takes this answer in the middle of it. */
function resolvedThenable<T>(value: T): Promise<T> {
  // biome-ignore lint/suspicious/noThenProperty: it stands for a promise that has ended.
  return { then: (take: (value: T) => void) => take(value) } as Promise<T>
}

/** Preloads a screen that may open next, after the current one. */
export function usePreloadWhenIdle(parts: readonly { fetch: () => Promise<unknown> }[]): void {
  useEffect(() => whenIdle(() => void Promise.allSettled(parts.map((part) => part.fetch()))), [parts])
}
