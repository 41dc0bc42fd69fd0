/** The public GET paths that take a code. `p` is its secret. */
export const codePaths: readonly ((code: string, p: string) => string)[] = [
  (code, p) => `/api/tag/verify?a=${code}&p=${p}`,
  (code, p) => `/api/tag/redirect?a=${code}&p=${p}`,
  (code, p) => `/api/tag/customization?a=${code}&p=${p}`,
  (code, p) => `/api/logistic/accessToken?a=${code}&p=${p}`,
  (code, p) => `/api/proof/${code}?p=${p}`,
  (code, p) => `/api/proof/${code}.ots?p=${p}`,
  (code, p) => `/api/proof/${code}.tlog-proof?p=${p}`,
  (code, p) => `/api/proof/${code}.zip?p=${p}`,
  (code, p) => `/api/proof/${code}/payload?p=${p}`,
  (code, p) => `/verify?a=${code}&p=${p}&lang=en`,
  (code, p) => `/V/${code}?p=${p}&lang=en`,
  (code, p) => `/verify/paper?a=${code}&p=${p}&lang=en`,
  (code, p) => `/verify/report?a=${code}&p=${p}&lang=en`,
  (code, p) => `/verify/owner?a=${code}&p=${p}&lang=en`,
  (code, p) => `/api/tag/owner?a=${code}&p=${p}`,
  (code, p) => `/verify/go?a=${code}&p=${p}&lang=en`,
]
