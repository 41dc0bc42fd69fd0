/** Returns an ILIKE pattern that finds the text anywhere. % and _ are escaped, so they match literally. */
export const containsPattern = (words = ''): string => `%${words.replace(/[\\%_]/g, '\\$&')}%`
