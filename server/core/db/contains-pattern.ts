/** What ILIKE looks for to find these words anywhere, as they are: % and _ are letters like all others. */
export const containsPattern = (words = ''): string => `%${words.replace(/[\\%_]/g, '\\$&')}%`
