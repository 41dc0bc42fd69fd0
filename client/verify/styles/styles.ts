// In this order: what comes later decides.
import './page.css'
import './result.css'
import './proof.css'
import './details.css'
import './states.css'
import './warning.css'
import './brand.css'
import './media.css'
