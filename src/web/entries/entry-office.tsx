import { Office } from '../admin/office.tsx'
import { renderToasts, takeOver } from './browser-root.tsx'
import { officeId } from './document.tsx'

/* The back office in the browser: React takes over the page that the server has rendered. */
const element = document.getElementById(officeId)
if (element) {
  takeOver(element, <Office />)
  renderToasts()
}
