import { type ComponentType, type LazyExoticComponent, lazy, useEffect } from 'react'
import { whenIdle } from '#client/core/async/when-idle.ts'

type DefaultModule<P extends object> = { default: ComponentType<P> }

/** Data that a screen loads before its first render, depending on its URL. */
export type Preload = (params: URLSearchParams) => Promise<void>
export type ComponentModule<P extends object> = { Component: ComponentType<P>; preload?: Preload }

/** `fetch` loads it in advance. After a failure it is loaded again when the component is shown. */
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

/** React waits for a promise until a later render, but reads this thenable during the same render. */
function resolvedThenable<T>(value: T): Promise<T> {
  // biome-ignore lint/suspicious/noThenProperty: represents a resolved promise.
  return { then: (take: (value: T) => void) => take(value) } as Promise<T>
}

/** Preloads a screen that may open next, after the current one. */
export function usePreloadWhenIdle(parts: readonly { fetch: () => Promise<unknown> }[]): void {
  useEffect(() => whenIdle(() => void Promise.allSettled(parts.map((part) => part.fetch()))), [parts])
}
