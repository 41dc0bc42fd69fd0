/** A mailto link to one e-mail. Escapes it, since a local part may contain `?` and `&`, which would add headers. */
export const mailto = (address: string): string => `mailto:${encodeURIComponent(address).replace('%40', '@')}`
