const screenPaths: Readonly<Record<string, (id: string) => string>> = {
  form: (id) => `/form?edit=${id}`,
  submission: (id) => `/submission?fix=${id}`,
  logistic: (id) => `/logistic?fix=${id}`,
  pack: (id) => `/packages?fix=${id}`,
  binding: (id) => `/activatecode?bind=codes&fix=${id}`,
  activation_batch: (id) => `/activatecode?fix=${id}`,
}

/** The path of the screen on which a rejected record is corrected; undefined for records that can only be sent again or discarded. */
export function recordScreenPath({ entity, recordId }: { entity: string; recordId: string }): string | undefined {
  return screenPaths[entity]?.(recordId)
}
