import { create } from 'zustand'

/** Announcements that the person at the screen has put away, by their words. Forgotten with the session. */
export const dismissedAnnouncements = create<{ words: readonly string[] }>()(() => ({ words: [] }))

export const dismissAnnouncement = (words: string) =>
  dismissedAnnouncements.setState((state) => ({ words: [...state.words, words] }))
export const resetDismissed = () => dismissedAnnouncements.setState({ words: [] })
