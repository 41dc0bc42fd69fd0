import { z } from 'zod'

const wrong = 'Please provide a valid email address'
const longest = 254

/**
 * The last label of a host name contains a letter: an e-mail that ends in a number has an IP address, to which no mail is sent.
 */
const namesHost = /\.[a-z][a-z0-9-]*[a-z0-9]$/i

/**
 * One e-mail without a name, as HTML's `input type=email` defines it, at a host name with a dot. Validated before it is
 * converted to lower case: the pattern allows ASCII only, and other letters can become ASCII in lower case, such as the Kelvin
 * sign.
 */
const isEmail = (text: string): boolean => z.regexes.html5Email.test(text) && namesHost.test(text)

const written = (isFit: (text: string) => boolean) => z.string().trim().max(longest).refine(isFit, wrong).toLowerCase()

/**
 * The only form in which an e-mail is stored, compared and used for mail. Every contract that accepts an e-mail uses this
 * schema. It does not validate e-mails from the database, because older rows must stay readable.
 */
export const Email = written(isEmail)

/** The same for a field that may be blank. */
export const OptionalEmail = written((text) => text === '' || isEmail(text)).default('')
