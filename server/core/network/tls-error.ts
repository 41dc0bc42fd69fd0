const tlsCodes = /^(ERR_TLS|ERR_SSL|EPROTO|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|HOSTNAME_)/

/** Whether the code of an error says that no encrypted connection was possible, for example because of the certificate. */
export const isTlsError = (code: string): boolean => tlsCodes.test(code)
