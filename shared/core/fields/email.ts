import { z } from 'zod'

const wrong = 'Please provide a valid email address'
const longest = 254

/** The last part of a host name is a word: what ends in a number is an IP address, which takes no mail here. */
const namesHost = /\.[a-z][a-z0-9-]*[a-z0-9]$/i

/**
 * One bare address, as HTML's `input type=email` defines it, at a host name with a dot. Judged before letters are made small:
 * the pattern allows ASCII alone, and small letters can come of others, as k does of the Kelvin sign.
 */
const isAddress = (text: string): boolean => z.regexes.html5Email.test(text) && namesHost.test(text)

const written = (isFit: (text: string) => boolean) => z.string().trim().max(longest).refine(isFit, wrong).toLowerCase()

/**
 * The one form in which an address is stored, compared and mailed to. Every contract that takes an address takes it by this
 * schema; what is read back from the database is never judged by it, because older rows must stay readable.
 */
export const Email = written(isAddress)

/** The same for a field that may stay blank. */
export const OptionalEmail = written((text) => text === '' || isAddress(text)).default('')
