/** A field that may be null is one that may be absent. */
export type WithoutNulls<T> = { [K in keyof T as null extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as null extends T[K] ? K : never]?: NonNullable<T[K]>
}

/** Rows and answers have null where records of devices leave a field out. */
export function withoutNulls<T extends object>(fields: T): WithoutNulls<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as WithoutNulls<T>
}
