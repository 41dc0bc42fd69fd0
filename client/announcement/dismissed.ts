import { create } from 'zustand'

/** Announcements that the user dismissed, by their text. Cleared with the session. */
export const dismissedAnnouncements = create<{ words: readonly string[] }>()(() => ({ words: [] }))

export const dismissAnnouncement = (words: string) =>
  dismissedAnnouncements.setState((state) => ({ words: [...state.words, words] }))
export const resetDismissed = () => dismissedAnnouncements.setState({ words: [] })
