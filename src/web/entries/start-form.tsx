import '../ui/toast.css'
import '../ui/notice.css'
import { startTransition } from 'react'
import type { ContactForm } from '#/contracts/leads/leads.ts'
import { estimateFormId } from '#/contracts/site-routes.ts'
import { EstimateForm } from '../site/estimate-form/estimate-form.tsx'
import { restoreTyped, saveTyped } from '../site/estimate-form/fill-in.ts'
import { renderToasts, takeOver } from './browser-root.tsx'

/** Has React take over the estimate form of the page, and nothing else of it. */
const form = document.getElementById(estimateFormId) as HTMLFormElement | null
const place = form?.parentElement
if (form && place) {
  // What was typed in it before, and since. If something else has changed the form, React renders it
  // anew, and what is saved is filled in again.
  restoreTyped(form)
  saveTyped(form)
  const set = (form.elements.namedItem('form') as HTMLInputElement).value as ContactForm
  // As a transition it yields to what the visitor does every few milliseconds.
  startTransition(() => takeOver(place, <EstimateForm set={set} />))
  renderToasts()
}
