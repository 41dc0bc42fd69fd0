import { type ComponentType, createElement, type FunctionComponent, lazy, useEffect } from 'react'
import { loadChunk } from '#client/core/async/load-chunk.ts'
import { whenIdle } from '#client/core/async/when-idle.ts'

type DefaultModule<P extends object> = { default: ComponentType<P> }

/** Data that a screen loads before its first render, depending on its URL. */
export type Preload = (params: URLSearchParams) => Promise<void>
export type ComponentModule<P extends object> = { Component: ComponentType<P>; preload?: Preload }

/** `fetch` loads it in advance. After a failure it is loaded again when the component is shown. */
export type LazyComponent<P extends object> = FunctionComponent<P> & {
  fetch(): Promise<Preload | undefined>
}

/**
 * A part of a screen that is loaded when first shown; the nearest Suspense waits for it, without a connection until
 * there is one, so that a missing part never replaces the screen around it. A preloaded one renders immediately without
 * a placeholder, since React delays content after a placeholder by 300 ms.
 */
export const lazyComponent = <P extends object>(load: () => Promise<ComponentModule<P>>): LazyComponent<P> =>
  lazyModule(load, 'wait')

/** The same for a whole screen. Without a connection it throws, and `ErrorBoundary` shows the next step. */
export const lazyScreen = <P extends object>(load: () => Promise<ComponentModule<P>>): LazyComponent<P> =>
  lazyModule(load, 'reject')

function lazyModule<P extends object>(
  load: () => Promise<ComponentModule<P>>,
  offline: 'wait' | 'reject',
): LazyComponent<P> {
  let fetched: DefaultModule<P> | undefined
  let Content = create()

  function create() {
    return lazy(() => (fetched ? resolvedThenable(fetched) : bring()))
  }

  async function bring(): Promise<DefaultModule<P>> {
    try {
      return { default: (await loadChunk(load, offline)).Component }
    } catch (error) {
      // React keeps a rejection for ever. It is replaced with the next connection and not at once, since the render
      // that follows the rejection must throw it.
      addEventListener('online', () => (Content = create()), { once: true })
      throw error
    }
  }

  // biome-ignore lint/correctness/noComponentHookFactories: called once for each module, never while rendering.
  const Part = (props: P) => createElement(Content as ComponentType<P>, props)
  return Object.assign(Part, {
    async fetch() {
      const { Component, preload } = await load()
      fetched = { default: Component }
      return preload
    },
  })
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
