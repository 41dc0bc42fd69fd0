export type PartHeaders = { name: string; filename: string | undefined }

/** Maximum length of a boundary, according to RFC 2046. */
const maxBoundary = 70
/** One parameter of a header: a name and a value, in quotes or without. */
const parameter = /;[ \t]*([\w*-]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^;" \t]*))/g

/** The boundary of a form; undefined if there is none or none that may be used. */
export function readBoundary(contentType = ''): string | undefined {
  const boundary = parametersOf(contentType).get('boundary')
  return boundary && boundary.length <= maxBoundary ? boundary : undefined
}

/** The name and the file name of a part, from the lines between its delimiter and its content. */
export function readPartHeaders(lines: string): PartHeaders {
  const disposition = lines.split('\r\n').find((line) => /^content-disposition:[ \t]*form-data/i.test(line)) ?? ''
  const given = parametersOf(disposition)
  const filename = decodeExtended(given.get('filename*')) ?? given.get('filename')
  // Some clients send the path of the file.
  return { name: given.get('name') ?? '', filename: filename?.split(/[\\/]/).at(-1) }
}

function parametersOf(header: string): Map<string, string> {
  const found = Array.from(header.matchAll(parameter), ([, name, quoted, plain]): [string, string] => [
    name!.toLowerCase(),
    quoted?.replace(/\\(["\\])/g, '$1') ?? plain ?? '',
  ])
  // The first one counts if a parameter is repeated.
  return new Map(found.reverse())
}

/** `UTF-8''na%C3%AFve.png`, the form of a name for clients that send only ASCII. */
function decodeExtended(value: string | undefined): string | undefined {
  const encoded = /^utf-8'[^']*'(.*)$/i.exec(value ?? '')?.[1]
  if (encoded === undefined) return undefined
  try {
    return decodeURIComponent(encoded)
  } catch {
    return undefined
  }
}
