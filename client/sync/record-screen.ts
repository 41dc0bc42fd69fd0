const screenPaths: Readonly<Record<string, (id: string) => string>> = {
  form: (id) => `/form?edit=${id}`,
  submission: (id) => `/submission?entry=${id}`,
  logistic: () => '/logistic',
  activation_batch: () => '/activatecode',
}

/** Where a record is shown and put right. */
export function recordScreenPath({ entity, recordId }: { entity: string; recordId: string }): string | undefined {
  return screenPaths[entity]?.(recordId)
}
