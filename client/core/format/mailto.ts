/** A mailto link to one address. Escapes it, since a local part may contain `?` and `&`, which would add headers. */
export const mailto = (address: string): string => `mailto:${encodeURIComponent(address).replace('%40', '@')}`
