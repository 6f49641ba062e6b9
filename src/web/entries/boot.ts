import { adminRoot, estimateFormId, serviceParameter } from '#/contracts/site-routes.ts'
import { formKeys } from '../site/estimate-form/fill-in.ts'

/*
 * What a public page has before anything of it is loaded. docs/decisions/pages.md says why.
 */

type BootOptions = {
  pageUrl: string
  formUrl: string
  editorUrl: string
  /** The id of the form's element, the parameter of its service, and the keys of what it stores. */
  form: string
  service: string
  stored: readonly string[]
}

/**
 * Runs inline, before any script file is loaded. The server sends its source text, so it must not
 * refer to anything outside itself. Notes how the visit came about, and loads the page's script and
 * the form's after the visitor's first sign of intent, when the browser has answered it.
 */
function boot({ pageUrl, formUrl, editorUrl, form, service, stored }: BootOptions) {
  const signs = ['pointerover', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'scroll']
  const { pathname, search } = location
  const parameters = new URLSearchParams(search)
  // Where it cannot be loaded, the page goes on as a document.
  const load = (url: string) => import(/* @vite-ignore */ url).catch(() => undefined)
  let isFormKnown = parameters.has(service)
  // Goes with every form of this visit, whether a script sends it or the browser.
  let visit = `${pathname + search} ${document.referrer}`.slice(0, 2000)
  try {
    visit = sessionStorage.visit ??= visit
    isFormKnown ||= stored.some((key) => key in sessionStorage)
  } catch {
    // A browser may forbid storage.
  }
  addEventListener('formdata', ({ formData }) => formData.set('visit', visit))
  // A visitor who comes back finds the page as they left it, and not behind the menu.
  addEventListener('pagehide', () =>
    document.querySelector<HTMLElement>('[popover]')?.hidePopover?.(),
  )
  // Most visitors call. The number for emergencies, 911, is not ours and is not counted.
  addEventListener('click', ({ target }) => {
    if (!(target as Element).closest('[href^="tel:+"]')) return
    load(pageUrl).then((page) => page?.tellTap(visit))
  })
  const loadForm = () => load(formUrl)
  const loadFormWhenIdle = () => {
    if (!document.getElementById(form)) return
    // Some browsers have no idle callback.
    if ('requestIdleCallback' in window) requestIdleCallback(loadForm, { timeout: 1000 })
    else loadForm()
  }
  const start = ({ target }: Event) => {
    // Who presses a link leaves: what is loaded for this page would only delay the next one.
    if ((target as Partial<Element>).closest?.('a[href^="/"]')) return
    for (const sign of signs) removeEventListener(sign, start, true)
    load(pageUrl)
    // What the form needs is at the end of the document.
    if (document.readyState === 'loading') addEventListener('DOMContentLoaded', loadFormWhenIdle)
    // The browser is idle while a finger rests on the screen, and must answer when it is lifted.
    else setTimeout(loadFormWhenIdle, 500)
  }
  for (const sign of signs) addEventListener(sign, start, { capture: true, passive: true })
  addEventListener('DOMContentLoaded', () => {
    if (parameters.get('editseo') === 'true') load(editorUrl)
    if (isFormKnown) loadFormWhenIdle()
  })
}

/** The inline script of a public page. */
export function bootScript(urls: Pick<BootOptions, 'pageUrl' | 'formUrl' | 'editorUrl'>) {
  const { pageUrl, formUrl, editorUrl } = urls
  // In development Vite renames import() in what the server runs.
  const source = boot.toString().replaceAll('__vite_ssr_dynamic_import__', 'import')
  const options: BootOptions = {
    pageUrl,
    formUrl,
    editorUrl,
    form: estimateFormId,
    service: serviceParameter,
    stored: formKeys,
  }
  return `(${source})(${JSON.stringify(options)})`
}

/** The browser loads and renders a page in the background while a pointer rests on a link to it. */
export const speculationRules = JSON.stringify({
  prerender: [
    {
      where: { and: [{ href_matches: '/*' }, { not: { href_matches: `${adminRoot}*` } }] },
      eagerness: 'moderate',
    },
  ],
})
