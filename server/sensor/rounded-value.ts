/** Means have more digits than a sensor measures. */
export const roundedValue = (value: number): number => Number(value.toFixed(3))
