import { type RefObject, useEffect, useRef, useState } from 'react'

/** Whether the element has been in view, or close to it, since it was mounted. */
export function useInView<E extends Element>(): [RefObject<E | null>, boolean] {
  const ref = useRef<E>(null)
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    if (isSeen || !ref.current) return
    const observer = new IntersectionObserver((entries) => setSeen(entries.some((entry) => entry.isIntersecting)), {
      rootMargin: '200px',
    })
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [isSeen])
  return [ref, isSeen]
}
