const screenPaths: Readonly<Record<string, (id: string) => string>> = {
  form: (id) => `/form?edit=${id}`,
  submission: (id) => `/submission?entry=${id}`,
  logistic: () => '/logistic',
  activation_batch: () => '/activatecode',
}

/** The screen where a record is shown and corrected. */
export function recordScreenPath({ entity, recordId }: { entity: string; recordId: string }): string | undefined {
  return screenPaths[entity]?.(recordId)
}
