export type City = { country: string; lat: number; lng: number; weight: number; capital?: true }

const city = (country: string, lat: number, lng: number, weight: number): City => ({ country, lat, lng, weight })
const capital = (country: string, lat: number, lng: number, weight: number): City => ({
  ...city(country, lat, lng, weight),
  capital: true,
})

/** Cities with approximate shares of shoppers. The first city of a country is its capital. */
export const cities: readonly City[] = [
  capital('MY', 3.14, 101.69, 8),
  city('MY', 5.41, 100.33, 3),
  city('MY', 1.49, 103.74, 3),
  city('MY', 5.98, 116.07, 2),
  capital('SG', 1.35, 103.82, 5),
  capital('ID', -6.2, 106.85, 8),
  city('ID', -7.26, 112.75, 4),
  city('ID', 3.6, 98.67, 3),
  capital('TH', 13.76, 100.5, 6),
  city('TH', 18.79, 98.99, 2),
  capital('VN', 21.03, 105.85, 4),
  city('VN', 10.82, 106.63, 5),
  capital('CN', 39.9, 116.4, 5),
  city('CN', 31.23, 121.47, 6),
  city('CN', 23.13, 113.26, 6),
  city('CN', 30.57, 104.07, 4),
  capital('JP', 35.68, 139.69, 4),
  city('JP', 34.69, 135.5, 3),
  capital('AE', 24.45, 54.38, 2),
  city('AE', 25.2, 55.27, 3),
  capital('IN', 28.61, 77.21, 4),
  city('IN', 19.08, 72.88, 4),
  city('IN', 12.97, 77.59, 3),
  capital('RU', 55.76, 37.62, 7),
  city('RU', 59.94, 30.31, 4),
  city('RU', 56.84, 60.6, 3),
  city('RU', 55.03, 82.92, 3),
  city('RU', 43.12, 131.89, 1),
  capital('KZ', 51.17, 71.43, 2),
  city('KZ', 43.24, 76.89, 2),
  capital('TR', 39.93, 32.86, 2),
  city('TR', 41.01, 28.98, 4),
  capital('DE', 52.52, 13.4, 4),
  city('DE', 48.14, 11.58, 3),
  city('DE', 50.11, 8.68, 2),
  capital('FR', 48.86, 2.35, 4),
  city('FR', 43.3, 5.37, 2),
  capital('GB', 51.51, -0.13, 5),
  city('GB', 55.95, -3.19, 1),
  capital('PL', 52.23, 21.01, 2),
  capital('IT', 41.9, 12.5, 2),
  city('IT', 45.46, 9.19, 3),
  capital('ES', 40.42, -3.7, 2),
  city('ES', 41.39, 2.17, 2),
  capital('US', 38.91, -77.04, 2),
  city('US', 40.71, -74.01, 5),
  city('US', 34.05, -118.24, 5),
  city('US', 41.88, -87.63, 3),
  city('US', 29.76, -95.37, 3),
  capital('BR', -15.79, -47.88, 2),
  city('BR', -23.55, -46.63, 4),
  capital('AU', -35.28, 149.13, 1),
  city('AU', -33.87, 151.21, 3),
  city('AU', -31.95, 115.86, 1),
]

const byCountry = Map.groupBy(cities, ({ country }) => country)

export const citiesOf = (country: string): readonly City[] => byCountry.get(country) ?? []
export const capitalOf = (country: string): City => citiesOf(country).find(({ capital }) => capital)!
