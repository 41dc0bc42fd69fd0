/**
 * The published figures of this world. Shares of markets change every month, so they are rounded to five percentage points.
 *
 * - `ios`: share of iOS among mobile browsing. StatCounter Global Stats, mobile operating systems by country, 2024 and 2025
 *   (https://gs.statcounter.com/os-market-share/mobile).
 * - `ipv6`: share of requests over IPv6. Google IPv6 statistics by country, 2025
 *   (https://www.google.com/intl/en/ipv6/statistics.html).
 * - `large`: households of three and more are the rule. United Nations, Database on Household Size and Composition 2022: 4.4
 *   people a household in India and 3.8 in Indonesia, 3.6 in Mexico and 3.1 in Brazil and Turkey.
 * - `coarse`: city databases miss most addresses by more than 100 km. "Lost in the Prefix: Revisiting IP Geolocation Accuracy
 *   Across Networks and Geographies" (arXiv 2605.21937): 53 to 61 % in Asia, 9 to 20 % in Europe.
 * - `daily`: share of homes whose address changes every day. Padmanabhan et al., "Reasons Dynamic Addresses Change" (IMC 2016):
 *   the rule for lines in Germany, rare elsewhere.
 */
export type Country = {
  code: string
  /** Share of looks of this world. Assumption: export goods are sold where people have money. */
  weight: number
  ios: number
  ipv6: number
  large?: true
  coarse?: true
  daily?: number
}

export const countryFigures: readonly Country[] = [
  { code: 'US', weight: 20, ios: 0.6, ipv6: 0.5 },
  { code: 'GB', weight: 9, ios: 0.5, ipv6: 0.45 },
  { code: 'DE', weight: 10, ios: 0.4, ipv6: 0.75, daily: 0.4 },
  { code: 'FR', weight: 9, ios: 0.35, ipv6: 0.75 },
  { code: 'IT', weight: 6, ios: 0.3, ipv6: 0.15 },
  { code: 'ES', weight: 5, ios: 0.25, ipv6: 0.1 },
  { code: 'PL', weight: 3, ios: 0.15, ipv6: 0.15 },
  { code: 'JP', weight: 9, ios: 0.65, ipv6: 0.55 },
  { code: 'AU', weight: 4, ios: 0.55, ipv6: 0.3 },
  { code: 'IN', weight: 8, ios: 0.05, ipv6: 0.7, large: true, coarse: true },
  { code: 'ID', weight: 5, ios: 0.1, ipv6: 0.15, large: true, coarse: true },
  { code: 'BR', weight: 6, ios: 0.2, ipv6: 0.5, large: true },
  { code: 'MX', weight: 3, ios: 0.25, ipv6: 0.45, large: true },
  { code: 'TR', weight: 3, ios: 0.2, ipv6: 0.05, large: true, coarse: true },
]

/** Eurostat, Household composition statistics (2017): households of one, two, three, four, and five and more people. */
export const householdSizes = [
  [33.6, 1],
  [31.9, 2],
  [15.6, 3],
  [13.1, 4],
  [5.8, 5],
] as const

/** See `large`. Assumption: spread around the published means. */
export const largeHouseholdSizes = [
  [10, 1],
  [18, 2],
  [24, 3],
  [25, 4],
  [14, 5],
  [9, 6],
] as const

/**
 * Browsers on phones. StatCounter Global Stats, mobile browsers worldwide 2025: Chrome 67 %, Safari 23 %, Samsung 3.5 %, Opera
 * 1.8 %, UC 1 %, Firefox 0.5 %. Since Chrome 110 most browsers of Android do not name the model (Chromium, User-Agent
 * reduction); `models` is the number of models that the others name.
 */
export const browsers = {
  ios: [
    [90, 'iOS Safari', 1],
    [7, 'iOS Chrome', 1],
    [2, 'iOS in-app', 1],
    [1, 'iOS Firefox', 1],
  ],
  android: [
    [86, 'Android Chrome', 1],
    [5, 'Samsung Internet', 1],
    [3, 'Opera', 12],
    [2, 'Xiaomi', 40],
    [2, 'Android in-app', 60],
    [1.3, 'UC', 40],
    [0.7, 'Firefox', 1],
  ],
} as const

/** Errors of city databases, in km (arXiv 2605.21937): medians of 3 to 16 for fixed lines and 179 to 207 for mobile networks. */
export const errorKm = { fixed: 10, mobile: 190 }
/** Share of addresses further than 100 km from their entry (the same study), by `coarse`. */
export const far = { usual: 0.15, coarse: 0.55 }
/**
 * Share of people with a VPN: 26 % of internet users (GlobalWebIndex, 2017 and 2018; https://www.wired.co.uk names one in
 * four). Assumption: two in five of them have it on when they look.
 */
export const vpnUsers = 0.26
export const vpnOn = 0.4
/** iCloud Private Relay: per mille of all traffic (DENOG 15, 2023: "Private Relay Services"). Assumption: 1 % of iPhones. */
export const relay = 0.01
/** More than 90 % of mobile networks share addresses (Richter et al., "Carrier-Grade NAT Deployment", IMC 2016). */
export const sharedMobile = 0.92
/** Second-hand: 5 % bought their phone used, 6 % were given one (Statista Consumer Insights, 2023). */
export const resold = 0.05
export const handedOn = 0.06
