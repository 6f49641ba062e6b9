import { adminPaths } from '#/contracts/routes.ts'

/*
 * What a public page has before React runs. Decisions 004 and 015 say why.
 */

/**
 * Runs inline, before any script file is loaded. The server sends its source text, so it must not
 * refer to anything outside itself. Notes how the visit came about, and starts React at the visitor's
 * first sign of intent, or at once if the address opens the editor.
 */
function boot(clientUrl: string) {
  const signs = ['pointerover', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'scroll']
  const { pathname, search } = location
  // Goes with every form of this visit, whether a script sends it or the browser.
  let visit = `${pathname + search} ${document.referrer}`.slice(0, 2000)
  try {
    sessionStorage.visit ??= visit
    visit = sessionStorage.visit
  } catch {
    // A browser may forbid storage.
  }
  addEventListener('formdata', ({ formData }) => formData.set('visit', visit))
  // Going back within one document changes the address only, until React runs and renders the page.
  const checkPath = () => {
    if (location.pathname !== pathname) location.reload()
  }
  const start = () => {
    for (const sign of signs) removeEventListener(sign, start, true)
    import(/* @vite-ignore */ clientUrl).then(() => removeEventListener('popstate', checkPath))
  }
  addEventListener('popstate', checkPath)
  for (const sign of signs) addEventListener(sign, start, { capture: true, passive: true })
  if (/[?&]editseo=true/.test(search)) start()
}

/** The inline script of a public page. */
export function bootScript(clientUrl: string): string {
  // In development Vite renames import() in what the server runs.
  const source = boot.toString().replace('__vite_ssr_dynamic_import__', 'import')
  return `(${source})(${JSON.stringify(clientUrl)})`
}

/** The browser loads and renders a page in the background while a pointer rests on a link to it. */
export const speculationRules = JSON.stringify({
  prerender: [
    {
      where: { and: [{ href_matches: '/*' }, { not: { href_matches: `${adminPaths.root}*` } }] },
      eagerness: 'moderate',
    },
  ],
})
