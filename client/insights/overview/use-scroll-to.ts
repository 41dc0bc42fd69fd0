import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** Scrolls to an element and gives it the focus whenever a link names it after `#`, also one on the same screen. */
export function useScrollTo<E extends HTMLElement>(id: string): RefObject<E | null> {
  const { hash, key } = useLocation()
  const ref = useRef<E>(null)
  // Each press on the link has another key.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a repeated press scrolls again.
  useEffect(() => {
    if (hash !== `#${id}`) return
    ref.current?.scrollIntoView({ block: 'start' })
    ref.current?.focus({ preventScroll: true })
  }, [hash, key, id])
  return ref
}
