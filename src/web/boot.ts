/**
 * Runs inline, before any script file is loaded, so it may refer to nothing outside itself: the
 * server sends its source. Notes how the visit came about, and starts React at the visitor's first
 * sign of intent, or at once where the page is a tool.
 */
function boot(clientUrl: string) {
  const signs = ['pointerover', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'scroll']
  const { pathname, search } = location
  // How this visit came about goes with a form that is sent in it, whoever sends it.
  let visit = `${pathname + search} ${document.referrer}`.slice(0, 2000)
  try {
    sessionStorage.visit ??= visit
    visit = sessionStorage.visit
  } catch {
    // A browser may forbid storage.
  }
  addEventListener('formdata', ({ formData }) => formData.set('visit', visit))
  // Until React runs, nobody would draw the page that "back" leads to within one document.
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
