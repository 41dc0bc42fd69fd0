const key = 'assay.departedFrom'

/** Leaves for the page of a provider. `from`: the page to which a person goes back if it does not work. */
export function departFrom(from: string, url: string): void {
  if (!/^https?:\/\//.test(url)) throw new Error('The address of the provider is not one of the web')
  sessionStorage.setItem(key, from)
  globalThis.location.assign(url)
}

/** The page from which this tab has left. */
export const departedFrom = (): string => sessionStorage.getItem(key) ?? '/organisation'
