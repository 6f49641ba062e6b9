import { renderAtEnd, renderToasts } from './browser-root.tsx'

/* What a page loads for the editor of its metadata. The import brings the editor's style sheets along. */
const { SeoEditor } = await import('../seo-editor/seo-editor.tsx')
renderAtEnd(<SeoEditor pagePath={location.pathname} />)
renderToasts()
