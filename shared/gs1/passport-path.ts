type Named = { gtin: string; lot?: string; serial?: string | undefined }

/** What a passport is about, as a GS1 Digital Link without its stem. */
export const passportSubjectOf = ({ gtin, lot = '', serial }: Named): string =>
  `/01/${gtin}${lot === '' ? '' : `/10/${encodeURIComponent(lot)}`}${serial === undefined ? '' : `/21/${encodeURIComponent(serial)}`}`

/** The path of the passport of a product, of one lot or of one item. */
export const passportPathOf = (named: Named): string => `/dpp${passportSubjectOf(named)}`
