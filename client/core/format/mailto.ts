/** A link that writes to this one address: a local part may hold `?` and `&`, which would add headers. */
export const mailto = (address: string): string => `mailto:${encodeURIComponent(address).replace('%40', '@')}`
