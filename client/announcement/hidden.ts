import { create } from 'zustand'

/** Announcements that the person at the screen has put away, by their words. Forgotten with the session. */
export const hidden = create<{ words: readonly string[] }>()(() => ({ words: [] }))

export const hide = (words: string) => hidden.setState((state) => ({ words: [...state.words, words] }))
export const showAll = () => hidden.setState({ words: [] })
