import { adminPaths, editorParameter, editorPath } from '#/contracts/routes.ts'

/** Where one signs in, to be led back to a page with its editor open. */
export function signInAddress(pagePath: string): string {
  return `${adminPaths.signIn}?next=${encodeURIComponent(editorPath(pagePath))}`
}

/** An address without the parameter that opens the editor. */
export function addressWithoutEditor(href: string): string {
  const url = new URL(href)
  url.searchParams.delete(editorParameter)
  return url.href
}
