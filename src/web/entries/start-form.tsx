import '../ui/sheets/toast.css'
import '../ui/sheets/notice.css'
import { estimateFormId } from '#/contracts/site-routes.ts'
import { FormOutcome } from '../site/estimate-form/form-outcome.tsx'
import { renderAtEnd, renderToasts } from './browser-root.tsx'

const form = document.getElementById(estimateFormId) as HTMLFormElement | null
const place = form?.parentElement?.querySelector<HTMLElement>('.outcome')
if (form && place) {
  renderAtEnd(<FormOutcome form={form} place={place} />)
  renderToasts()
}
