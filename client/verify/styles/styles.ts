// The order matters: later style sheets override earlier ones.
import './page.css'
import './result.css'
import './proof.css'
import './details.css'
import './states.css'
import './warning.css'
import './brand.css'
import './media.css'
