import type { Showcase } from './brand.ts'
import { aurumWatch } from './brands/aurum-watch.ts'
import { barakahDates } from './brands/barakah-dates.ts'
import { kiteAndKids } from './brands/kite-and-kids.ts'
import { lumenSkin } from './brands/lumen-skin.ts'
import { mareaSalt } from './brands/marea-salt.ts'
import { nordhavnCoffee } from './brands/nordhavn-coffee.ts'
import { olivarDelSur } from './brands/olivar-del-sur.ts'
import { sibirskiyKedr } from './brands/sibirskiy-kedr.ts'
import { wiesenhofHonig } from './brands/wiesenhof-honig.ts'

/** The invented brands of the demo data, in the order in which they are seeded. */
export const showcases: readonly Showcase[] = [
  olivarDelSur,
  aurumWatch,
  lumenSkin,
  nordhavnCoffee,
  barakahDates,
  wiesenhofHonig,
  sibirskiyKedr,
  kiteAndKids,
  mareaSalt,
]
