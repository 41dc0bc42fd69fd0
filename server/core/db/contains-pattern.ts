/** An ILIKE pattern that finds the text anywhere, literally: % and _ are escaped. */
export const containsPattern = (words = ''): string => `%${words.replace(/[\\%_]/g, '\\$&')}%`
