import type { Namespace } from '#client/core/i18n/i18n.ts'
import type { ComponentModule } from '#client/ui/layout/lazy-component.ts'
import type { appText } from '#shared/app/text.ts'
import type { Access } from '#shared/core/api/access.ts'
import type { Feature } from '#shared/core/api/features.ts'
import type { PlainTextKey } from '#shared/core/i18n/define-text.ts'
import type { searchText } from '#shared/search/text.ts'
import type { menuIcons } from './menu-icons.ts'

type Label = PlainTextKey<typeof appText>
export type MenuGroupName = Extract<Label, `group${string}`>
/** The name of an icon. The icons themselves are loaded with the menus, not with the first bundle. */
type Tab = { label: Label; icon: keyof typeof menuIcons }
type MenuEntry = Tab & { group: MenuGroupName }

/** Something that people start on a screen, found by its name in the search. `to`: where it starts, such as `/sku?open=new`. */
type ScreenAction = {
  action: Extract<PlainTextKey<typeof searchText>, `act_${string}`>
  to: string
  /** If fewer roles may do it than may open the screen. */
  access?: Access
}

/** A screen of the console. Each domain declares its screens in its `screens.ts`. */
export type Screen = {
  path: string
  /** The roles that may open the screen; others are redirected to the error page. `public`: needs no sign-in. */
  access: Access
  /** Only for merchants that have this feature. */
  feature?: Feature
  /** Its entries in the side menus of merchants and administrators, and in the menu of the settings. */
  menu?: { merchant?: MenuEntry; admin?: MenuEntry; settings?: Tab }
  actions?: readonly ScreenAction[]
  /** Text namespaces that are fetched together with the screen when it is the first one. */
  texts?: readonly Namespace[]
  /** The first frame of the page shows the heading (`title` of the first of `texts`) and placeholders of four cards, until the code of the screen is loaded. */
  framed?: boolean
  /** Loads the screen when it is first opened. Without it, the component is in `routes.tsx`, in the first bundle. */
  load?: () => Promise<ComponentModule<object>>
}
