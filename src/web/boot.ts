import { adminRoot, estimateFormId, serviceParameter } from '#/contracts/site-routes.ts'
import { typedTextKey } from './site/estimate-form/typed-text.ts'

/*
 * What a public page has before React runs. Decisions 004 and 015 say why.
 */

type BootOptions = {
  clientUrl: string
  tapsUrl: string
  /** The id of the form's element, the parameter of its service, and the key of what was typed in it. */
  form: string
  service: string
  typed: string
}

/**
 * Runs inline, before any script file is loaded. The server sends its source text, so it must not
 * refer to anything outside itself. Notes how the visit came about, and starts React after the
 * visitor's first sign of intent, when the browser has answered it. Such a sign is also that the
 * address opens the editor, or that the form has something to fill in.
 */
function boot({ clientUrl, tapsUrl, form, service, typed }: BootOptions) {
  const signs = ['pointerover', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'scroll']
  const { pathname, search } = location
  const parameters = new URLSearchParams(search)
  let isFormKnown = parameters.has(service)
  // Goes with every form of this visit, whether a script sends it or the browser.
  let visit = `${pathname + search} ${document.referrer}`.slice(0, 2000)
  try {
    visit = sessionStorage.visit ??= visit
    isFormKnown ||= typed in sessionStorage
  } catch {
    // A browser may forbid storage.
  }
  addEventListener('formdata', ({ formData }) => formData.set('visit', visit))
  // Who comes back finds the page as they left it, and not behind the menu.
  addEventListener('pagehide', () =>
    document.querySelector<HTMLElement>('[popover]')?.hidePopover?.(),
  )
  // Most people call. The number of an emergency is not ours.
  addEventListener('click', ({ target }) => {
    if (!(target as Element).closest('[href^="tel:+"]')) return
    import(/* @vite-ignore */ tapsUrl).then(({ tellTap }) => tellTap(visit)).catch(() => undefined)
  })
  // Going back within one document changes the address only, until React runs and renders the page.
  const checkPath = () => {
    if (location.pathname !== pathname) location.reload()
  }
  // Where it cannot be loaded, the page goes on without React.
  const load = () =>
    import(/* @vite-ignore */ clientUrl).then(
      () => removeEventListener('popstate', checkPath),
      () => undefined,
    )
  const loadWhenIdle = () => {
    // Some browsers have no idle callback.
    if ('requestIdleCallback' in window) requestIdleCallback(load, { timeout: 1000 })
    else load()
  }
  const start = () => {
    for (const sign of signs) removeEventListener(sign, start, true)
    // What React needs to know of the page is at the end of the document.
    if (document.readyState === 'loading') addEventListener('DOMContentLoaded', start)
    // The browser is idle while a finger rests on the screen, and must answer when it is lifted.
    else setTimeout(loadWhenIdle, 500)
  }
  addEventListener('popstate', checkPath)
  for (const sign of signs) addEventListener(sign, start, { capture: true, passive: true })
  addEventListener('DOMContentLoaded', () => {
    const hasForm = document.getElementById(form)
    if (parameters.get('editseo') === 'true' || (isFormKnown && hasForm)) loadWhenIdle()
  })
}

/** The inline script of a public page. */
export function bootScript({ clientUrl, tapsUrl }: Pick<BootOptions, 'clientUrl' | 'tapsUrl'>) {
  // In development Vite renames import() in what the server runs.
  const source = boot.toString().replaceAll('__vite_ssr_dynamic_import__', 'import')
  const options: BootOptions = {
    clientUrl,
    tapsUrl,
    form: estimateFormId,
    service: serviceParameter,
    typed: typedTextKey,
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
