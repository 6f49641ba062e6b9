import { renderToasts, takeOver } from './browser-root.tsx'
import { officeId } from './document.tsx'
import { Office } from './office.tsx'

/* The back office in the browser: React takes over the page that the server has rendered. */
const element = document.getElementById(officeId)
if (element) {
  takeOver(element, <Office />)
  renderToasts()
}
